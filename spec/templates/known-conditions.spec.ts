import { withoutKnownConditions } from '../../src/templates/known-conditions';

describe('withoutKnownConditions', () => {
  const pages: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
    'keeps what always holds, two spaces further out': [
      [
        '<p>\n  {% if true %}\n    <b>\n      x\n    </b>\n  {% endif %}\n</p>',
        '<p>\n  <b>\n    x\n  </b>\n</p>',
      ],
      ['{% if true %}\n  a\n{% else %}\n  b\n{% endif %}', 'a'],
    ],
    'leaves out what never holds': [
      ['{% if false %}\n  a\n{% else %}\n  b\n{% endif %}', 'b'],
      [
        'a\n{% if false %}\n  {% for x in y %}\n    b\n  {% else %}\n    c\n  {% endfor %}\n{% endif %}',
        'a',
      ],
    ],
    'resolves one within another': [
      [
        '{% if true %}\n  {% if false %}\n    a\n  {% else %}\n    b\n  {% endif %}\n{% else %}\n  c\n{% endif %}',
        'b',
      ],
      [
        '{% if a %}\n  {% if true %}\n    b\n  {% endif %}\n{% else %}\n  c\n{% endif %}',
        '{% if a %}\n  b\n{% else %}\n  c\n{% endif %}',
      ],
    ],
    'leaves what Jinja decides': [
      [
        '{% for a in b %}\n  {% if a %}\n    c\n  {% elif d %}\n    e\n  {% endif %}\n{% else %}\n  f\n{% endfor %}',
        '{% for a in b %}\n  {% if a %}\n    c\n  {% elif d %}\n    e\n  {% endif %}\n{% else %}\n  f\n{% endfor %}',
      ],
      [
        '{% if true %}\n  {% for a in b %}\n    c\n  {% else %}\n    d\n  {% endfor %}\n{% endif %}',
        '{% for a in b %}\n  c\n{% else %}\n  d\n{% endfor %}',
      ],
    ],
  };
  for (const [title, cases] of Object.entries(pages)) {
    it(title, () => {
      for (const [before, after] of cases) {
        expect(withoutKnownConditions(before)).toBe(after);
      }
    });
  }
});
