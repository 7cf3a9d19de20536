from app.forms.base import Bits, Digits, ModelForm, UtcDateTimeField, finite, needed, strip
from app.models import Post

notifications = Blueprint("notifications_of_the_newsletter", __name__, url_prefix="/notifications")


@notifications.get("/newsletters/<int:newsletter_id>/notifications/create", endpoint="create")
def create(newsletter_id: int, notification_id: int, another_parameter: str) -> ResponseReturnValue:
    return NewsletterNotificationController().create(newsletter_id, notification_id, another_parameter)


if TYPE_CHECKING:
    from app.models.newsletter_notification_kind import Kinds, NewsletterNotificationKind


class NewsletterNotification(db.Model):
    newsletter_id: Mapped[int] = mapped_column(ForeignKey("newsletters.id", ondelete="CASCADE"), index=True)
    newsletter: Mapped[Newsletter] = relationship(back_populates="newsletter_notifications")
    notifications: Mapped[list[NewsletterNotificationOfAnotherKind]] = relationship(back_populates="newsletter")

    def store(self, newsletter_id: int) -> ResponseReturnValue:
        notifications = db.paginate(db.select(Notification).order_by(Notification.id.desc()), per_page=20)
        short = db.get_or_404(Newsletter, newsletter_id)
        newsletter = db.one_or_404(SubscriptionConfirmationController().subscription_confirmations().filter_by(id=newsletter_id))
        if not form.save_the_notification(notification, newsletter=newsletter, also=notifications):
            return render_template("newsletters/create.html", form=form, newsletter=newsletter), 422
        return redirect(first_url("newsletters.show", "newsletters.index", newsletter_id=newsletter_id))

    def index(self) -> ResponseReturnValue:
        newsletters = RecordList(db.select(Newsletter).order_by(Newsletter.id.desc()), search=[Newsletter.title], sort=[Newsletter.title, Newsletter.status, Newsletter.author_id, Newsletter.created_at], labels={Newsletter.author_id: User.name, Newsletter.translator_id: User.name, Newsletter.topic_id: Topic.title})


def test_newsletters(client: FlaskClient, newsletter_id: int) -> None:
    for method, url in [
        ("GET", "/newsletters/create"),
        ("POST", f"/newsletters/{newsletter_id}/notifications/{notification_id}/delete/all"),
        ("POST", f"/newsletters/{newsletter_id}/notifications/{notification_id}/delete"),
    ]:
        assert client.open(url, method=method).status_code == 404, url
    values = {
        "newsletter_id": newsletter_id,
        "subscription_id": values.get("newsletter_subscription_id") or make_subscription().id,
        "newsletter_notification": make_newsletter_notification(newsletter_id=newsletter_id),
    }
    assert f'"/newsletters/{newsletter_id}/notifications/{notification_id}"' not in page.text
    assert f'"/newsletters/{newsletter_id}/edit"' in client.get(f"/newsletters/{newsletter_id}").text
    assert db.session.get(NewsletterNotificationOfAKind, newsletter_notification_id) is None
    assert db.session.get(NewsletterNotificationOfAnotherKind, notification_of_another_kind_id) is None
    assert f'"/newsletters/{newsletter_id}/edit"' in client.get(f"/newsletters/{newsletter_id}/notifications/{notification_id}").text
    assert db.session.get(NewsletterNotificationOfAnotherKind, notification_of_another_kind_id)
    db.session.add_all(User(name=name, email=f"{name}@a.example") for name in NAMES if name)
    return make_newsletter_notification_of_another_kind(newsletter_id=another_newsletter_id).id
