import type { PersonsFiles } from './view-project';

/** The names of sign-in that a guard uses. */
export const AUTH: PersonsFiles = {
  'app/auth.py': `from flask import redirect

current_user = None


def sign_in(user): ...


def ask_to_sign_in():
    return redirect("/sign-in")


def login_required(view):
    return view


def admin_required(view):
    return view
`,
};
