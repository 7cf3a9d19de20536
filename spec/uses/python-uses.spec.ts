import { PythonSource } from '../../src/python/source';
import { usesInPython } from '../../src/uses/python-uses';
import type { UsedModel } from '../../src/uses/used-model';

const POST: UsedModel = {
  className: 'Post',
  path: 'app/models/post.py',
  table: 'posts',
  record: 'post',
  form: 'PostForm',
  schemas: ['PostIn', 'PostOut'],
  factory: 'make_post',
  folders: ['posts'],
  relations: new Map([['post', ['comment']]]),
  shown: new Map(),
  attributes: ['title', 'author', 'author_id'],
};

/** The code with `«»` around certain uses, and `‹›` around others that may be meant. */
async function marked(code: string, path = 'app/other.py'): Promise<string> {
  const uses = usesInPython(await PythonSource.parse(path, code), POST);
  return uses.toReversed().reduce((text, { attribute, isCertain, start }) => {
    const [open, close] = isCertain ? (['«', '»'] as const) : (['‹', '›'] as const);
    const end = start + attribute.length;
    return text.slice(0, start) + open + text.slice(start, end) + close + text.slice(end);
  }, code);
}

/** Expects the marks in a text, which is the code without them. */
async function expectMarks(text: string, path?: string): Promise<void> {
  expect(await marked(text.replace(/[«»‹›]/g, ''), path)).toBe(text);
}

describe('Uses of an attribute in Python', () => {
  it('are those of the class, under any name, and in queries', () =>
    expectMarks(
      `from app.models import Post as Entry, User
rows = db.select(Entry.«title», User.title).order_by(Entry.«title».desc(), ‹x›)
db.session.execute(db.update(Entry).where(Entry.id == 1).values(«title»="a"))
Entry.query.filter_by(«title»="a", «author»=None)
User.query.filter_by(‹title›="a")
Entry(«title»="a", **other(‹title›=1))
make_post(«author_id»=3)
`.replace(', ‹x›', ''),
    ));

  it('are the fields of its schemas in the API', () =>
    expectMarks(`class PostIn(ApiIn):
    «title»: FilledText
    «author_id»: Annotated[Int64, Refers(User.id)] = LEFT_OUT


class OtherIn(ApiIn):
    title: FilledText
`));

  it('are none among the values of the factory of another model', () =>
    expectMarks(`from tests.factories.comment import make_comment
from tests.factories.post import make_post

make_post(«title»="a")
make_comment(title="a")
make_other(‹title›="a")
`));

  it('are none in a file that calls only methods of the name of a record', () =>
    expectMarks(`saved = make_track(title="First")
client.post("/tracks/create", data={"title": saved.title})
`));

  it('are those of records, lists and forms, as far as a function says', () =>
    expectMarks(`from app.models import Post
from app.forms import PostForm

def show(post_id: int, given: Post, maybe: "Post | None", other: User, post):
    a = db.get_or_404(Post, post_id)
    b = db.session.scalars(db.select(Post).where(Post.id == 1)).one()
    many = db.session.scalars(db.select(Post)).all()
    form = PostForm(obj=a)
    own = PostForm().without("«author_id»")
    print(own.«title», other.without("‹author_id›"))
    print(a.«title», b.«author», given.«title», maybe.«title», other.‹title›, post.‹title›)
    for each in many:
        print(each.«title», many[0].«title», form.«title».data)
    names = [x.«title» for x in many]
    x = User()
    print(Post.query.first().«title», make_post().«title», comment.post.«title», comment.user.‹title›)
    twice = Post()
    twice = User()
    print(twice.‹title›)
    title = "a"
    return title, getattr(a, "‹title›"), {"‹title›": title}
`));

  it('are those in the class of the model', () =>
    expectMarks(
      `class Post(db.Model):
    «title»: Mapped[str] = mapped_column(String(80))
    «author_id»: Mapped[int] = mapped_column(ForeignKey("users.id"))
    «author»: Mapped[User] = relationship(foreign_keys=[«author_id»])
    __table_args__ = (UniqueConstraint("«title»", "«author_id»"), Index("ix", "«title»"))

    @validates("«title»")
    def check(self, key, title):
        # the title
        return self.«title» + title

    def title_length(self):
        return len(self.«title»)
`,
      'app/models/post.py',
    ));

  it('are those in its form', () =>
    expectMarks(`class PostForm(ModelForm):
    «title» = StringField(validators=[DataRequired()])

    def validate_«title»(self, field):
        return self.«title».data

class UserForm(ModelForm):
    title = StringField()

    def validate_title(self, field):
        pass
`));

  it('are those in a form that extends its form', () =>
    expectMarks(`class ShortForm(PostForm):
    def validate_«title»(self, field):
        return self.«title».data

class TinyForm(Checked, ShortForm):
    «title» = StringField()

class UserForm(ModelForm):
    def validate_title(self, field):
        pass

def shown() -> str:
    return TinyForm().«title».data
`));

  it('are strings of relationships, and targets of foreign keys', async () => {
    const code = `class Comment(db.Model):
    slug = mapped_column(ForeignKey("posts.«title»"))
    user = mapped_column(ForeignKey("users.title"))
    post = relationship(foreign_keys="Post.«author_id»", order_by="User.title")
`;
    await expectMarks(code);
    const source = await PythonSource.parse('app/other.py', code.replace(/[«»]/g, ''));
    expect(usesInPython(source, POST).map(({ isTarget }) => isTarget)).toEqual([true, undefined]);
  });

  it('are none in code that is about something else', () =>
    expectMarks('page.title = "title"\nPage(title="a")\n'));

  it('are no names of the same spelling', () =>
    expectMarks(`from app.models import Post
from app.titles import title
import title

def title(title: str = "a") -> None:
    subtitle = titles(title)
`));
});
