"""BDN, the text notation of deals: model, parser, writer, replay, export and standings.

docs/bdn.md describes the notation.
"""
