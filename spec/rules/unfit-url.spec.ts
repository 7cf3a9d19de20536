import { ViewProject } from '../support/view-project';

/** A project with a model whose key is written so. */
function withKey(key: string): Promise<ViewProject> {
  const model = `from uuid import UUID, uuid4

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db


class Country(db.Model):
    __tablename__ = "countries"

    ${key}
    name: Mapped[str] = mapped_column(String(80))
`;
  return ViewProject.with({
    'app/models/country.py': model,
    'app/models/__init__.py': 'from app.models.country import Country\n\n__all__ = ["Country"]\n',
  });
}

describe('refuseUnfitUrl', () => {
  for (const [key, column, url] of [
    ['code: Mapped[str] = mapped_column(String(2), primary_key=True)', 'code', 'string'],
    ['id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)', 'id', 'uuid'],
  ] as const) {
    it(`refuses a number for a key that is none, with the URL to give: ${column}`, async () => {
      const project = await withKey(key);
      await expectAsync(project.make('countries.show', 'rc')).toBeRejectedWithError(
        `/countries/<int:country_id> finds no record, because Country.${column} is not a number. ` +
          `Set the URL with --route '/countries/<${url}:country_id>'.`,
      );
      await project.make('countries.show', 'rc', { route: `/countries/<${url}:country_id>` });
      expect(project.read('app/controllers/country_controller.py')).toContain('Country');
    });
  }

  it('refuses it for a parent, too', async () => {
    const project = await withKey('code: Mapped[str] = mapped_column(String(2), primary_key=True)');
    await expectAsync(project.make('countries.cities.index', 'rcm')).toBeRejectedWithError(
      /--route '\/countries\/<string:country_id>\/cities'/,
    );
  });

  it('refuses a page of one record where the key has several columns', async () => {
    const project = await withKey(
      'code: Mapped[str] = mapped_column(String(2), primary_key=True)\n    year: Mapped[int] = mapped_column(primary_key=True)',
    );
    await expectAsync(project.make('countries.edit', 'rc')).toBeRejectedWithError(
      /a key of several columns/,
    );
  });

  it('leaves a form on which the key can be filled in, where nobody else does', async () => {
    const project = await withKey('code: Mapped[str] = mapped_column(String(2), primary_key=True)');
    await project.make('countries.create', 'rc');
    expect(project.read('app/forms/country_form.py')).toContain('code = StringField(');
  });

  it('leaves alone what has a number for its key, and pages of no record', async () => {
    const project = await withKey('code: Mapped[str] = mapped_column(String(2), primary_key=True)');
    await project.make('countries.index', 'rc');
    await project.make('users.show', 'rc');
    expect(Object.keys(project.changes)).toContain('app/routes/countries/routes.py');
  });
});
