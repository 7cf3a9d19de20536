"""A plugin of pytest: compiles each template once a run, though each test makes an application. A fifth of the time."""

from typing import Any

from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """Jinja compares the checksum of a bucket, so a template that a test changes is compiled again."""

    codes: dict[str, bytes] = {}

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return filename or name

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.codes:
            bucket.bytecode_from_string(self.codes[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.codes[bucket.key] = bucket.bytecode_to_string()


make_environment = Environment.__init__


def make_environment_with_cache(self: Environment, *args: Any, **options: Any) -> None:
    make_environment(self, *args, **{"bytecode_cache": CompiledTemplates(), **options})


Environment.__init__ = make_environment_with_cache  # type: ignore[method-assign]
