package io.sluice.tools.page.view;

import io.sluice.gate.HeldClusters;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.notification.UntoldNotices;
import io.sluice.rollout.Counts;
import io.sluice.rollout.lifecycle.FieldAdvice;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.GroupStep;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.model.TimelineEntry;
import io.sluice.tools.request.RolloutRequester;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Formats one rollout in sections: where it stands, its groups, the clusters that need attention,
 * approvals, what happened, former attempts.
 *
 * <p>A function: same values, same elements. The dashboard exchanges sections that changed, a
 * report prints them once.
 */
public final class RolloutView {
  private final RolloutPage page;
  private final RolloutRequester.Offer offer;
  private final Optional<String> temporal;

  private RolloutView(RolloutPage page, RolloutRequester.Offer offer, Optional<String> temporal) {
    this.page = page;
    this.offer = offer;
    this.temporal = temporal;
  }

  /**
   * Returns the sections in order; each has an id.
   *
   * @param offer what a person can ask there
   * @param temporal the page of the rollout in Temporal's Web UI
   */
  public static List<Element> sections(
      RolloutPage page, RolloutRequester.Offer offer, Optional<String> temporal) {
    RolloutView view = new RolloutView(page, offer, temporal);
    List<Element> sections = new ArrayList<>();
    sections.add(view.head());
    sections.add(view.groups());
    sections.add(view.issues());
    sections.add(view.approvals());
    sections.add(view.timeline());
    sections.add(view.former());
    return sections;
  }

  private Element head() {
    RolloutStatus status = page.status();
    Counts counts = page.counts();
    Element head = Element.of("section", "id", "head", "class", "head", "aria-labelledby", "title");
    head.add(
        Element.of("div", "class", "title-row")
            .add(
                LongWords.in(
                    Element.of("h1", "id", "title")
                        .add(
                            Element.of("span", "class", "namespace")
                                .text(page.name().namespace() + "/")),
                    page.name().subject()),
                PhaseBadge.of(page.summary()))
            .add(acts()));
    head.add(facts());
    if (!page.waitingFor().isEmpty()) {
      head.add(Element.of("p", "class", "waiting", "id", "waiting").text(page.waitingFor()));
    }
    status
        .heldClusters()
        .flatMap(HeldClusters::sentence)
        .ifPresent(held -> head.add(Element.of("p", "class", "quiet", "id", "held").text(held)));
    status
        .override()
        .ifPresent(who -> head.add(Element.of("p", "class", "quiet", "id", "override").text(who)));
    if (status.reason != null) {
      head.add(
          Element.of("p", "class", "quiet")
              .text("Last decision: " + sentence(FieldAdvice.without(status.reason))));
    }
    refusals().forEach(refusal -> head.add(Element.of("p", "class", "problem").text(refusal)));
    UntoldNotices.sentences(status, page.readAt())
        .forEach(untold -> head.add(Element.of("p", "class", "note").text(untold)));
    if (lost()) {
      head.add(
          Element.of("p", "class", "note", "id", "lost")
              .text(
                  "No run of this attempt is open, so nothing of it goes on: a worker begins a new"
                      + " one, which goes on from what is on the hub."));
    }
    page.unknown().forEach(text -> head.add(Element.of("p", "class", "note").text(text)));
    if (counts.clusters() > 0) {
      head.add(
          Element.of("div", "class", "overall")
              .add(
                  page.groups().size() > 1 ? GroupSteps.element(page) : CountsBar.of(counts),
                  CountsBar.legend(counts)));
    }
    return head;
  }

  /** The run closed, or Temporal lost it, before the outcome was decided. */
  private boolean lost() {
    RolloutStatus status = page.status();
    return status.startedAt != null
        && status.outcome == null
        && Boolean.FALSE.equals(status.runOpen);
  }

  private Optional<Element> acts() {
    Element buttons = Element.of("div", "class", "acts");
    offer.acts().forEach(act -> buttons.add(ActButton.of(act, "")));
    return offer.acts().isEmpty() ? Optional.empty() : Optional.of(buttons);
  }

  /** Adds for a person who may only look which right the buttons need. */
  public static List<Element> viewOnly(RolloutPage page, List<Element> sections) {
    sections
        .get(0)
        .add(
            Element.of("p", "class", "quiet", "id", "view-only")
                .text(
                    "You may look at this rollout, not change it: that needs the right to patch"
                        + " rollouts in namespace %s.".formatted(page.name().namespace())));
    return sections;
  }

  /** A reason that was cut ends as it is. */
  private static String sentence(String reason) {
    return reason.endsWith(".") || reason.endsWith("…") ? reason : reason + ".";
  }

  private List<String> refusals() {
    return page.unmet().stream()
        .map(condition -> Objects.requireNonNullElse(condition.getMessage(), condition.getType()))
        .filter(message -> !message.isEmpty())
        .distinct()
        .toList();
  }

  private Element facts() {
    RolloutStatus status = page.status();
    Element list = Element.of("dl", "class", "facts");
    fact(list, "Strategy", page.strategy().map(Tables::text));
    fact(list, "Attempt", text(status.attempt));
    fact(
        list,
        "Generation",
        text(status.currentRolloutGeneration)
            .map(
                element ->
                    status.policyVersion == null
                        ? element
                        : element.text(", version " + status.policyVersion)));
    fact(list, "Began", Optional.ofNullable(status.startedAt).map(Times::of));
    fact(list, "Ended", Optional.ofNullable(status.endedAt).map(Times::of));
    fact(
        list,
        "Waits since",
        Optional.ofNullable(status.waitingSince)
            .map(Times::of)
            .map(time -> time.attribute("data-ago", "")));
    fact(
        list,
        "Looks again",
        Optional.ofNullable(status.nextCheckAt)
            .map(Times::of)
            .map(time -> time.attribute("data-ago", "")));
    temporal.ifPresent(
        link ->
            fact(
                list,
                "History",
                Optional.of(
                    Element.of("a", "href", link, "rel", "noreferrer").text("Temporal Web UI"))));
    return list;
  }

  private static Optional<Element> text(Long number) {
    return Optional.ofNullable(number).map(String::valueOf).map(Tables::text);
  }

  private static void fact(Element list, String name, Optional<Element> value) {
    value.ifPresent(
        found ->
            list.add(
                Element.of("div").add(Element.of("dt").text(name), Element.of("dd").add(found))));
  }

  private Element groups() {
    Element section = section("groups", "Groups", true);
    if (page.groups().isEmpty()) {
      return section.add(Element.of("p", "class", "quiet").text("No group is known yet."));
    }
    Element cards = Element.of("div", "class", "cards");
    List<GroupStep> steps = GroupSteps.of(page);
    for (int i = 0; i < steps.size(); i++) {
      cards.add(new GroupCard(page, i, steps.get(i), offer.approve()).element());
    }
    long omitted = Objects.requireNonNullElse(page.status().decisionGroupsOmitted, 0L);
    if (omitted > 0) {
      section.add(
          Element.of("p", "class", "quiet")
              .text(omitted + " more groups are not listed on the hub."));
    }
    return section.add(cards);
  }

  private Element section(String id, String title, boolean shown) {
    return Element.of("section", "id", id, "aria-labelledby", id + "-title")
        .flag("hidden", !shown)
        .add(Element.of("h2", "id", id + "-title").text(title));
  }

  private Element issues() {
    Element section = section("exceptions", "Exceptions", !page.issues().isEmpty());
    if (page.issues().isEmpty()) {
      return section;
    }
    section.add(new IssueTable(page, offer).element());
    long omitted = Objects.requireNonNullElse(page.status().exceptionsOmitted, 0L);
    if (omitted > 0) {
      section.add(Element.of("p", "class", "quiet").text("And %d more.".formatted(omitted)));
    }
    return section;
  }

  private Element approvals() {
    Element section = section("approvals", "Approvals", !page.approvals().isEmpty());
    if (page.approvals().isEmpty()) {
      return section;
    }
    return section.add(
        Tables.of(
            "Approvals that count",
            List.of("Group", "By", "How", "When", "Comment"),
            page.approvals().stream()
                .map(
                    approval ->
                        List.of(
                            Tables.text(page.labels(approval.groupName())),
                            Tables.text(Approver.of(approval)),
                            Tables.text(Approver.how(approval)),
                            Times.of(approval.at()),
                            Tables.text(approval.comment())))
                .toList()));
  }

  private Element timeline() {
    Element section = section("timeline", "What happened", !page.timeline().isEmpty());
    Element list = Element.of("ol", "class", "timeline");
    for (TimelineEntry entry : page.timeline()) {
      list.add(
          Element.of("li", "class", entry.warning() ? "warning" : "normal")
              .add(
                  Times.of(entry.at()),
                  Element.of("b").text(entry.title()),
                  Element.of("span").text(entry.message())));
    }
    return section.add(list);
  }

  private Element former() {
    Element section = section("former", "Former attempts", !page.former().isEmpty());
    if (page.former().isEmpty()) {
      return section;
    }
    return section.add(
        Tables.of(
            "Former attempts",
            List.of("Generation", "Outcome", "Began", "Ended", "Reason"),
            page.former().stream()
                .map(
                    former ->
                        List.of(
                            Tables.text(String.valueOf(former.generation())),
                            Tables.text(former.outcome()),
                            Times.of(former.startedAt()),
                            Times.of(former.endedAt()),
                            Tables.text(
                                FieldAdvice.without(
                                    Objects.requireNonNullElse(former.reason(), "")))))
                .toList()));
  }
}
