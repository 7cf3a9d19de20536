from flask import render_template


class MainController:
    def index(self) -> str:
        return render_template("mains/index.html")

    def about(self) -> str:
        return render_template("about.html")

    def contact_us(self) -> str:
        return render_template("mains/contact_us.html")
