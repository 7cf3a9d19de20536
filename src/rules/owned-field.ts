import type { Edit } from '../edit';
import { fileOf } from '../python/generated';
import { OWN_FIELD } from '../view/owned-choices';
import { ownModel, type View } from '../view/view';
import { edited, NOTHING, type Outcome } from './outcome';

/** Makes the field that offers users their own records, for a form of this run, or for those that offer them to everybody. */
export function addOwnedField(view: View): Outcome {
  const { choices, form, layout, leftOpen, wants } = view;
  const phrase = view.names.model?.pluralPhrase;
  const open = wants.controller ? (leftOpen?.fields ?? []) : [];
  const isUsed =
    form?.fields.some(({ field }) => field === OWN_FIELD) &&
    form.place?.definition.node.text.includes(OWN_FIELD) !== true;
  const [owner] = [...choices.values()].flatMap((each) => each.owner ?? []);
  const needed = isUsed ? owner : open.length > 0 ? ownModel(view)?.owner : undefined;
  if (!needed) {
    return NOTHING;
  }
  const path = `${layout.forms}/owned.py`;
  const values = { database: view.database, key: needed.key };
  const made = view.templates.module('forms/owned.py', path, values);
  const edits: Edit[] = view.hasOwnField
    ? []
    : [{ kind: 'create', path, content: fileOf(made), home: 'application' }];
  const column = `owner=${view.names.model?.className}.${needed.column}`;
  const isOpen = isUsed && view.guard === undefined && wants.route;
  return edited(
    edits,
    ...(isOpen
      ? [
          `Everybody can open ${view.names.route.path}, but only users have records to choose there. Run this again with --guard users.`,
        ]
      : []),
    ...open.map(
      (place) =>
        `${place} offers the ${phrase} of all users. Make it ${OWN_FIELD}(…, ${column}), from ${path}.`,
    ),
  );
}
