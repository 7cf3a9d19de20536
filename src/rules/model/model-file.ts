import type { ModelNames } from '../../naming/model-names';
import type { NewImport } from '../../python/add-import';
import { importLine } from '../../python/add-import';
import { text } from '../../python/expression';
import { importBlock } from '../../python/import-block';
import { BODY, INDENT } from '../../python/indentation';
import { indented, statement } from '../../python/layout';
import type { Belonging } from './belonging';
import { keyLine, keyType, parentLine } from './relationship';

const IMPORTS: readonly NewImport[] = [
  { module: 'datetime', name: 'datetime' },
  { module: 'sqlalchemy.orm', name: 'Mapped' },
  { module: 'sqlalchemy.orm', name: 'mapped_column' },
  { module: 'app.models.types', name: 'UtcDateTime' },
  { module: 'app.models.types', name: 'utc_now' },
];

const IMPORTS_OF_CHILD: readonly NewImport[] = [
  { module: 'typing', name: 'TYPE_CHECKING' },
  { module: 'sqlalchemy', name: 'ForeignKey' },
  { module: 'sqlalchemy.orm', name: 'relationship' },
];

const TIMES = `\
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, default=utc_now, onupdate=utc_now
    )
`;

/**
 * The file of a new model.
 *
 * @param database The module that makes `db`.
 * @param belonging What it belongs to.
 */
export function modelFile(
  { className, table }: ModelNames,
  database: string,
  belonging?: Belonging,
): string {
  const db = { module: database, name: 'db' };
  const head = `class ${className}(db.Model):
${indented(statement('__tablename__ = ', text(table), '', BODY))}

    id: Mapped[int] = mapped_column(primary_key=True)
`;
  if (!belonging) {
    return `${importBlock([...IMPORTS, db])}\n\n\n${head}${TIMES}`;
  }
  const parent = { module: belonging.parentModule, name: belonging.parent.className };
  const imported = indented(importLine(parent, INDENT));
  const type = keyType(belonging) === 'UUID' ? [{ module: 'uuid', name: 'UUID' }] : [];
  return `from __future__ import annotations

${importBlock([...IMPORTS, ...IMPORTS_OF_CHILD, ...type, db])}

if TYPE_CHECKING:
${imported}


${head}${indented(keyLine(belonging, 'mapped'))}
${TIMES}
${indented(parentLine(belonging, 'mapped'))}
`;
}
