import { withRequirements } from '../../src/rules/requirements';
import { partsThat } from '../../src/naming/auth-parts';
import { addition } from '../../src/rules/auth-files';

/** The packages of sign-in, without its parts. */
const WANTED = addition('requirements.txt.template', { parts: partsThat(() => false) });

describe('withRequirements', () => {
  it('pins in a file that pins, in the order of the alphabet', () => {
    const text =
      'Flask==3.1.3\nFlask-WTF==1.3.0\n\n# What those need\nclick==8.5.1\nWerkzeug==3.1.9\n';
    expect(withRequirements(text, WANTED, '')).toBe(
      'Flask==3.1.3\nFlask-Limiter==4.1.1\nFlask-Mail==0.10.0\nFlask-WTF==1.3.0\nidna==3.20\nzxcvbn==4.5.0\n\n' +
        '# What those need\nclick==8.5.1\nDeprecated==1.3.1\nlimits==5.8.0\nordered-set==4.1.0\n' +
        'packaging==26.3\nWerkzeug==3.1.9\nwrapt==2.5.2\n',
    );
  });

  it('keeps the version that another file has', () => {
    const text = 'Flask==3.1.3\n\n# What those need\nclick==8.5.1\n';
    expect(withRequirements(text, WANTED, '-r requirements.txt\nPackaging==25.0\n')).toContain(
      '\nPackaging==25.0\n',
    );
  });

  it('names compatible versions in a file that does not pin', () => {
    expect(withRequirements('flask~=3.1\nzope', WANTED, '')).toBe(
      'flask~=3.1\nFlask-Limiter~=4.1\nFlask-Mail~=0.10\nidna~=3.20\nzope\nzxcvbn~=4.5\n',
    );
    expect(withRequirements('flask', WANTED, '')).toBe(
      'flask\nFlask-Limiter~=4.1\nFlask-Mail~=0.10\nidna~=3.20\nzxcvbn~=4.5\n',
    );
  });

  it('leaves lines that name the packages, whatever their case and marks', () => {
    const text =
      'flask_limiter[redis]>=3\nflask.mail @ https://example.com/mail.zip\nIDNA\nZxcvbn<5\n';
    expect(withRequirements(text, WANTED, '')).toBe(text);
  });
});
