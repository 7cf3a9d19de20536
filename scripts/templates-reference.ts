import { statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { formatted, table } from './markdown';

const REPO = join(__dirname, '..');

/** Where the values of templates are listed. `npm run spec:update` writes it. */
export const TEMPLATES_REFERENCE = join(REPO, 'docs/templates.md');

const TYPES = join(REPO, 'src/templates/template-types.ts');

/** The template of the example. */
const EJECTED = join(REPO, 'src/make-view/files/controllers/destroy.py.template');

const HEAD = `# Templates

Made from the types in \`src/templates/template-types.ts\`. \`npm run spec:update\` renews this page.

\`scaffold make:view\` writes everything from the templates in \`src/make-view/files/\`, and \`scaffold make:resource\` the
tests from those in \`src/make-resource/files/\`. Their folders are those of the application. A template reads like the
file that it becomes:

- \`<%= name %>\` writes a value. \`<% … %>\` is JavaScript: \`<% if (parent) { %>\`. A line with nothing but code vanishes.
- \`<%= include('controllers/lookups.py') %>\` inserts another template, which reads the same values.
- A Python template is a whole module and imports all that it may need. \`scaffold\` drops the imports that are not used and
  sorts the others.
- A statement stands on one line, however long that gets. \`scaffold\` breaks long calls, assignments of calls, signatures,
  conditions and imports as \`ruff format\` does. Break the rest, such as comprehensions, in the template.
- If the file already exists, only the methods, the route or the class that it lacks are added, with the imports that they
  need.`;

const OWN = `## Your own templates

A file in \`scaffold_templates/\` replaces our template of the same name. \`scaffold eject\` lists the names and copies one.
Templates are programs: each run that makes code runs them, also with \`--dry-run\`. In a project of somebody else, look at them first.

Say that you want a line in the log whenever somebody deletes a record. The method that deletes is \`controllers/destroy.py\`:

\`\`\`console
$ scaffold eject controllers/destroy.py
CREATE scaffold_templates/controllers/destroy.py.template (${statSync(EJECTED).size} bytes)
\`\`\`

Change the copy:

\`\`\`diff
-from typing import Any
+import logging
+from typing import Any
-        db.session.delete(<%= model.record %>)
+        logging.getLogger(__name__).info("Deleting <%= model.phrase %> %s", <%= model.record %>.<%= model.key %>)
+        db.session.delete(<%= model.record %>)
\`\`\`

\`scaffold make:resource posts title:string:120\` then writes the line into \`app/controllers/post_controller.py\` and adds
\`import logging\`:

\`\`\`python
        logging.getLogger(__name__).info("Deleting post %s", post.id)
        db.session.delete(post)
\`\`\`

The report ends with \`With your own templates: scaffold_templates/controllers/destroy.py.template\`.

- A template is code, like a script in \`package.json\`: \`scaffold\` runs it, also with \`--dry-run\`. Look at the templates of a
  project before you run \`scaffold\` in it. \`scaffold inspect\` runs none.
- A mistake ends the run before anything is written. The message names the template and the line, also for Python that does not
  parse.
- A file whose name no template has, and that no other of yours includes, brings a warning with the nearest name.
- A Python template defines the classes and functions that ours does. A template for controllers or routes defines nothing else
  at the top, because only methods and routes are added to a file that exists; a class may have further methods.
- \`scaffold_templates\` in [\`[tool.scaffold]\`](existing-applications.md#how-it-finds-the-layout) names another folder. The
  ending \`.template\` keeps linters and tests away from the files; \`scaffold\` also takes them without it.
- The templates in \`plain/\` make pages in applications that \`scaffold new\` did not make. \`scaffold undo\` takes back a run with
  your own templates as any other.`;

/** A type that this page describes. */
type Described = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** Every template with its values, as Markdown. */
export async function templatesReference(): Promise<string> {
  const program = ts.createProgram([TYPES], { strict: true, skipLibCheck: true, types: [] });
  const page = new TemplatesPage(program.getTypeChecker());
  const templates = program
    .getSourceFile(TYPES)
    ?.statements.filter((each) => ts.isInterfaceDeclaration(each))
    .find(({ name }) => name.text === 'TemplateTypes');
  return formatted(TEMPLATES_REFERENCE, [
    HEAD,
    OWN,
    '## The templates',
    table(['Template', 'What it makes', 'Its values'], page.rowsOf(templates?.members ?? [])),
    '## Their values',
    ...page.sections(),
  ]);
}

/** Describes types, and those that they mention, each once. */
class TemplatesPage {
  readonly #mentioned = new Set<Described>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Name, comment and type of the members of an interface. */
  rowsOf(members: Iterable<ts.TypeElement>): string[][] {
    return [...members].map((member) => {
      if (!ts.isPropertySignature(member) || !member.type) {
        throw new Error(`${member.getText()} is not a value with a type.`);
      }
      const name = member.name.getText().replaceAll("'", '');
      return [`\`${name}\``, commentOf(member), this.#words(member.type)];
    });
  }

  /** A section for each type mentioned so far, and for those that they mention. */
  *sections(): Generator<string> {
    // A set also visits what is added to it meanwhile.
    for (const type of this.#mentioned) {
      yield [`### ${type.name.text}`, commentOf(type), ...this.#description(type)].join('\n\n');
    }
  }

  #description(type: Described): string[] {
    if (ts.isTypeAliasDeclaration(type)) {
      const members = this.checker.getPropertiesOfType(this.checker.getTypeAtLocation(type.name));
      const names = members.map(({ name }) => `\`${name}\``);
      return [`Each of these is ${this.#words(valueOf(type))}, or nothing: ${names.join(', ')}.`];
    }
    const bases = type.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    const inherited = bases.map((base) => `All values of ${this.#link(base.expression)}, and:`);
    return [...inherited, table(['Value', 'What it is', 'Type'], this.rowsOf(type.members))];
  }

  /** A type in words. */
  #words(type: ts.TypeNode): string {
    if (ts.isTypeReferenceNode(type)) {
      return this.#link(type.typeName);
    }
    if (ts.isTypeOperatorNode(type) && ts.isArrayTypeNode(type.type)) {
      return `list of ${this.#words(type.type.elementType)}`;
    }
    if (ts.isUnionTypeNode(type)) {
      return type.types.map((each) => this.#words(each)).join(' or ');
    }
    const word = WORDS[type.kind];
    if (word === undefined) {
      throw new Error(`Give ${type.getText()} a name, or a word in WORDS.`);
    }
    return word;
  }

  #link(name: ts.Node): string {
    const symbol = this.checker.getSymbolAtLocation(name);
    const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const [type] = (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
    if (!type || !(ts.isInterfaceDeclaration(type) || ts.isTypeAliasDeclaration(type))) {
      throw new Error(`${name.getText()} is neither an interface nor a type.`);
    }
    this.#mentioned.add(type);
    return `[${type.name.text}](#${type.name.text.toLowerCase()})`;
  }
}

const WORDS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.StringKeyword]: 'text',
  [ts.SyntaxKind.BooleanKeyword]: 'yes or no',
  [ts.SyntaxKind.NumberKeyword]: 'a number',
  [ts.SyntaxKind.UndefinedKeyword]: 'nothing',
};

/** The type of the values of `Record<…, PageLink>`, however it is wrapped. */
function valueOf(alias: ts.TypeAliasDeclaration): ts.TypeNode {
  let type = alias.type;
  while (ts.isTypeReferenceNode(type) && type.typeArguments) {
    type = type.typeArguments.at(-1) ?? type;
  }
  return type;
}

/** The comment of a declaration, on one line. */
function commentOf(declaration: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(declaration);
  const text = ts.getTextOfJSDocComment(comment?.comment);
  if (text === undefined) {
    throw new Error(`${declaration.getText()} has no comment: say what it is.`);
  }
  return text.replaceAll('\n', ' ');
}
