"""The type of what JSON can say."""

from collections.abc import Mapping, Sequence

Json = bool | int | float | str | None | Sequence["Json"] | Mapping[str, "Json"]
JsonObject = dict[str, Json]
