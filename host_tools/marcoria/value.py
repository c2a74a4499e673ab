"""Base class for value objects."""


class Value:
    """Base class of objects that are equal if they have the same class and attributes.

    Do not change an object that is in a set or is a key of a dictionary.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple([self.__dict__[name] for name in sorted(self.__dict__)]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.__dict__})"
