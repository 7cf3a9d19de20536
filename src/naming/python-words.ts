// Specs: spec/naming/view-names.spec.ts
/** The keywords of Python: `keyword.kwlist` of 3.13. */
const KEYWORDS = wordSet(`
  False None True and as assert async await break class continue def del elif else except finally
  for from global if import in is lambda nonlocal not or pass raise return try while with yield
`);

/** Python's builtins: `dir(builtins)` of 3.13, without those for its prompt (`help`, `license`). */
const BUILTINS = wordSet(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
  ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError
  Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError
  FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
  ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
  KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError
  NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
  PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError
  ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError
  SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
  UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
  UserWarning ValueError Warning ZeroDivisionError abs aiter all anext any ascii bin bool
  breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod
  enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id input int
  isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow
  print property range repr reversed round set setattr slice sorted staticmethod str sum super
  tuple type vars zip
`);

/** Names that generated files import or define, by kind of file. A name derived for such a file must differ. */
export const TAKEN = {
  /** In the files of models and controllers, and in the application's own. */
  classes: wordSet(`
    Any BigInteger Blueprint Decimal Enum Flask ForeignKey IntegrityError JSON JSONB Mapped Numeric RecordList
    ResponseReturnValue Select StrEnum String Text TYPE_CHECKING UUID UtcDateTime db
  `),
  /** In the files of forms. */
  forms: wordSet('ModelForm'),
  /** Modules in the package of models. */
  modelModules: wordSet('types'),
  /** The module and the variable in every package of routes. */
  routePackages: wordSet('bp routes'),
  /** In the files of routes. */
  routeFunctions: wordSet('bp render_template'),
  /** Tests that `new` and `make:auth` make, without `test_`. */
  testModules: wordSet('app models'),
  /** Parameters and variables of functions that have URL parameters. */
  parameters: wordSet('bp db first_url flash form query redirect render_template self'),
  /**
   * In a controller's method and its template: imports, variables, the macros of `macros/`, and the names that Flask,
   * Jinja and the application define in every template.
   */
  variables: wordSet(`
    bp caller config csrf_token cycler db delete dict false field fields first_url flash form g
    get_flashed_messages heading joiner kwargs lipsum loop namespace navigation none pages query range redirect
    render_template request row search self session super true url_for varargs
  `),
};

/**
 * What every form has, so that no field of it can be called so: also what WTForms would take for the method that checks or
 * filters one of these, and the field that it would take one of these for the method of.
 */
export const FORM_MEMBERS = wordSet(`
  csrf_token errors filter_csrf_token finite form_errors hidden_tag http_status is_submitted meta names_of on_submit
  populate_obj post_process process refuse_changed refuse_taken save strip validate validate_csrf_token
  validate_on_submit without
`);

/** Whether the word is a Python keyword: `class`. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

/** Whether the name is a Python builtin: `list`. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

/** The name for a method. A method called `list` would break the annotations of the methods below it. */
export function freeMethod(name: string): string {
  return free(name, new Set(), '_page');
}

/** The name, with the ending if it is a keyword, a builtin or taken. */
export function free(name: string, taken: ReadonlySet<string>, ending = '_'): string {
  return isKeyword(name) || isBuiltin(name) || taken.has(name) ? name + ending : name;
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
