from flask import Blueprint

bp = Blueprint("recipes", __name__)
