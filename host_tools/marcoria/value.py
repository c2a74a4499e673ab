"""Objects that are what they hold."""


class Value:
    """A base class whose objects are equal if they are of one class and all attributes are. None
    of these may be changed once the object is in a set or a key of a dictionary."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple([self.__dict__[name] for name in sorted(self.__dict__)]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.__dict__})"
