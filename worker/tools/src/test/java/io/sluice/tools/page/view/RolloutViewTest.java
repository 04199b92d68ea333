package io.sluice.tools.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.GroupCourse;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.request.RolloutRequester;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RolloutViewTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)>";

  @Test
  void aGroupThatWaitsHasCellsNamesAndAQuestion() {
    RolloutStatus.Group group =
        new RolloutStatus.Group(
            "fleet",
            "prod",
            0,
            null,
            false,
            0,
            new Counts(2, 2, 0, 0, 0, 0, 0, 0, 0),
            new Progress.InformCounts(1, 1, 0));

    String html =
        section(
            page(
                "web",
                List.of(
                    new GroupCells(
                        group,
                        List.of(
                            new ClusterCell("c1", CellStatus.TO_APPLY),
                            new ClusterCell("c2", CellStatus.TO_APPLY))))),
            "groups");

    assertThat(html.replaceAll("><", ">\n<").replaceAll(" d=\"[^\"]+\"", ""))
        .isEqualTo(
            """
            <section id="groups" aria-labelledby="groups-title">
            <h2 id="groups-title">Groups</h2>
            <div class="cards">
            <section class="card group now" id="group-0" aria-labelledby="group-0-name">
            <div class="group-head">
            <h3 id="group-0-name">prod</h3>
            <span class="count">0 of 2</span>
            </div>
            <svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="2 to apply">
            <rect class="track" width="1000" height="8">
            </rect>
            </svg>
            <p class="state">Not approved</p>
            <ul class="legend inform">
            <li>
            <svg class="mark" viewBox="0 0 10 10" aria-hidden="true" width="10" height="10">
            <path class="s-wouldchange" fill-rule="evenodd">
            </path>
            </svg>
            <b>1</b> would be changed</li>
            <li>
            <svg class="mark" viewBox="0 0 10 10" aria-hidden="true" width="10" height="10">
            <path class="s-complies" fill-rule="evenodd">
            </path>
            </svg>
            <b>1</b> complies already</li>
            </ul>
            <div class="cells" data-group="0" tabindex="0" role="slider" aria-label="Clusters of group prod, arrow keys" aria-valuemin="1" aria-valuemax="2" aria-valuenow="1" aria-valuetext="2 clusters: 2 to apply">
            <svg class="cells-svg" viewBox="0 0 23 10" width="44" height="19" aria-hidden="true" data-columns="12">
            <path class="s-toapply" fill-rule="evenodd">
            </path>
            <rect class="cursor" width="14" height="14" rx="2" x="-99">
            </rect>
            </svg>
            </div>
            <details class="names" id="names-0">
            <summary>Clusters by name</summary>
            <dl>
            <dt>
            <svg class="mark" viewBox="0 0 10 10" aria-hidden="true" width="10" height="10">
            <path class="s-toapply" fill-rule="evenodd">
            </path>
            </svg>to apply (2)</dt>
            <dd>c1, c2</dd>
            </dl>
            </details>
            <button type="button" class="primary" id="approve-0" data-act="approve" data-group="prod">Approve prod…</button>
            </section>
            </div>
            </section>\
            """
                .stripTrailing());
  }

  /** Who may not read where the policy is placed may still approve. */
  @Test
  void aGroupThatItsStatusHoldsForApprovalHasTheButtonThoughNoStrategyIsKnown() {
    RolloutStatus.Group held = held("prod", "Approval");
    String html =
        section(strange(List.of(held, held("late", "Order"))), "groups").replaceAll("><", ">\n<");

    assertThat(html)
        .contains("data-act=\"approve\" data-group=\"prod\"", "<p class=\"state\">Waiting.</p>");
    assertThat(html).doesNotContain("data-group=\"late\"");
  }

  private static RolloutStatus.Group held(String name, String kind) {
    return new RolloutStatus.Group(
        "fleet",
        name,
        0,
        null,
        false,
        0,
        new Counts(1, 1, 0, 0, 0, 0, 0, 0, 0),
        null,
        List.of(new RolloutStatus.Hold(kind, null, "Waiting.", null)));
  }

  private static RolloutPage strange(List<RolloutStatus.Group> groups) {
    return new RolloutPage(
        new RolloutName("policies", "policy-web"),
        Optional.empty(),
        new RolloutStatus(),
        groups.stream().map(group -> new GroupCells(group, List.of())).toList(),
        List.of(),
        List.of("Clusters are not shown one by one."),
        Instant.EPOCH);
  }

  @Test
  void theFirstSoakAndTheFirstDeadlineOfAGroupAreShown() {
    Instant at = Instant.parse("2026-01-05T10:00:00Z");
    RolloutStatus.Group group =
        new RolloutStatus.Group(
            "fleet", "prod", 0, null, true, 0, new Counts(3, 0, 2, 1, 0, 0, 0, 0, 0), null);
    RolloutPage page =
        page(
            "web",
            List.of(
                new GroupCells(
                    group,
                    List.of(
                        flying("c1", CellStatus.PROGRESSING, NextInstants.deadline(at)),
                        flying(
                            "c2",
                            CellStatus.PROGRESSING,
                            NextInstants.deadline(at.minusSeconds(1))),
                        flying("c3", CellStatus.SOAKING, NextInstants.soak(at.plusSeconds(9)))))));
    page.status().exceptions =
        List.of(
            new RolloutStatus.Issue("c2", "prod", "Progressing", "Silent", null, "Silent.", false));

    assertThat(section(page, "groups"))
        .contains(
            "<dl class=\"next\"><div><dt>First soak ends</dt><dd><time"
                + " datetime=\"2026-01-05T10:00:09Z\" data-ago>5 Jan 2026, 10:00:09 UTC</time> ·"
                + " c3</dd></div><div><dt>First deadline</dt><dd><time"
                + " datetime=\"2026-01-05T09:59:59Z\" data-ago>5 Jan 2026, 09:59:59 UTC</time> ·"
                + " c2</dd></div></dl>");
    assertThat(section(page, "exceptions"))
        .contains(
            "<th scope=\"col\" role=\"columnheader\">Next</th>",
            "<td role=\"cell\" data-label=\"Next\">",
            "Deadline <time datetime=\"2026-01-05T09:59:59Z\" data-ago>");
    assertThat(PageData.of(page).tree().toString())
        .contains("[c3, 4, , , Soak ends 5 Jan 2026, 10:00:09 UTC]");
  }

  @Test
  void aGroupWithoutANameHasTheNameThatItHasEverywhere() {
    RolloutStatus.Group group =
        new RolloutStatus.Group(
            "fleet", "", 1, null, false, 0, new Counts(1, 1, 0, 0, 0, 0, 0, 0, 0), null);
    RolloutPage page =
        page(
            "web",
            List.of(new GroupCells(group, List.of(new ClusterCell("c1", CellStatus.TO_APPLY)))));
    page.status().exceptions =
        List.of(new RolloutStatus.Issue("c1", "", "Failed", "Silent", null, "Silent.", false));
    page.status().approvals =
        List.of(new RolloutStatus.Approval(null, true, "ann", null, "Spec", null));

    assertThat(section(page, "groups"))
        .contains("<h3 id=\"group-0-name\">ungrouped-1</h3>", "Approve ungrouped-1…");
    assertThat(section(page, "exceptions")).contains("<span>ungrouped-1</span>");
    assertThat(section(page, "approvals")).contains("<span>ungrouped-1</span>");
  }

  @Test
  void groupsAreStepsThatAreDoneNowOrLater() {
    RolloutPage page =
        page(
            "web",
            List.of(
                group("dev", 0, true, new Counts(2, 0, 0, 0, 2, 0, 0, 0, 0)),
                group("prod", 1, false, new Counts(3, 3, 0, 0, 0, 0, 0, 0, 0)),
                group("edge", 2, false, new Counts(4, 4, 0, 0, 0, 0, 0, 0, 0))));
    page.status().counts = new Counts(9, 7, 0, 0, 2, 0, 0, 0, 0);

    assertThat(section(page, "head"))
        .containsSubsequence(
            "<ol class=\"steps\" aria-label=\"Groups in their order\">",
            "<li class=\"step step-done\"><a href=\"#group-0\">",
            "dev",
            "Done · 2 of 2",
            "<li class=\"step step-now\" aria-current=\"step\"><a href=\"#group-1\">",
            "prod",
            "Now: to approve · 0 of 3",
            "<li class=\"step step-later\">",
            "edge",
            "Later · 0 of 4");

    page.status().outcome = "Aborted";
    assertThat(section(page, "head"))
        .contains("Not reached · 0 of 3")
        .doesNotContain("aria-current");
  }

  private static GroupCells group(String name, int index, boolean approved, Counts counts) {
    return new GroupCells(
        new RolloutStatus.Group("fleet", name, index, null, approved, 0, counts, null), List.of());
  }

  @Test
  void whoMayOnlyLookSeesNoButtonAndWhichRightIsMissing() {
    RolloutPage page =
        page("web", List.of(group("prod", 0, false, new Counts(3, 3, 0, 0, 0, 0, 0, 0, 0))));

    String html =
        RolloutView.viewOnly(
                page, RolloutView.sections(page, RolloutRequester.Offer.NONE, Optional.empty()))
            .stream()
            .map(Element::html)
            .collect(java.util.stream.Collectors.joining());

    assertThat(html)
        .contains(
            "You may look at this rollout, not change it", "patch rollouts in namespace policies")
        .doesNotContain("<button");
  }

  @Test
  void aCourseHasWholeNamesAndItsLastTickEndsOnTheDrawing() {
    Instant from = Instant.parse("2026-01-05T10:00:00Z");
    Counts counts = new Counts(2, 0, 0, 0, 2, 0, 0, 0, 0);
    String name = "production-worldwide-first-wave-of-the-year";
    RolloutPage page =
        page("web", List.of(group(name, 0, true, counts), group("", 1, true, counts)));
    page.status().approvals =
        List.of(
            new RolloutStatus.Approval(null, true, "ann", "2026-01-05T10:05:00Z", "Spec", null));

    String html =
        CourseView.of(
                page,
                new RolloutCourse(
                    from,
                    from.plusSeconds(360),
                    List.of(
                        new GroupCourse(name, List.of(new GroupCourse.Point(from, counts))),
                        new GroupCourse(
                            "ungrouped-1", List.of(new GroupCourse.Point(from, counts)))),
                    false,
                    ""))
            .html();

    assertThat(html)
        .contains(
            ">" + name + "<",
            "x=\"100.00%\" y=\"172\" text-anchor=\"end\">5 Jan 10:06</text>",
            "text-anchor=\"end\">approved by ann</text>");
  }

  @Test
  void aRunThatWasLostIsSaid() {
    RolloutPage page = page("web", List.of());
    page.status().startedAt = "2026-01-05T10:00:00Z";
    page.status().runOpen = false;

    assertThat(section(page, "head")).contains("No run of this attempt is open");
    page.status().outcome = "Succeeded";
    assertThat(section(page, "head")).doesNotContain("No run of this attempt");
  }

  private static ClusterCell flying(String cluster, CellStatus status, NextInstants next) {
    return new ClusterCell(cluster, status, Optional.empty(), Optional.empty(), next);
  }

  @Test
  void whatIsWrittenOnTheHubIsText() {
    RolloutStatus written = new RolloutStatus();
    written.waitingFor = HOSTILE;
    written.reason = HOSTILE;
    written.policyVersion = HOSTILE;
    written.currentRolloutGeneration = 1L;
    written.exceptions =
        List.of(
            new RolloutStatus.Issue(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, false));
    written.approvals =
        List.of(new RolloutStatus.Approval(HOSTILE, true, HOSTILE, HOSTILE, HOSTILE, HOSTILE));
    written.history =
        List.of(new RolloutStatus.Former(HOSTILE, 1L, HOSTILE, HOSTILE, HOSTILE, HOSTILE));
    RolloutPage page =
        page("a", RolloutStatusTree.of(HubObjects.toTree(written)).read(), List.of());

    String html =
        String.join(
            "",
            RolloutView.sections(page, RolloutRequester.Offer.APPROVALS, Optional.empty()).stream()
                .map(Element::html)
                .toList());

    assertThat(html).doesNotContain("<img").contains("&lt;img src=x onerror=alert(1)&gt;");
  }

  @Test
  void aLargeGroupIsDrawnAsOnePathForEachStatus() {
    List<ClusterCell> cells =
        java.util.stream.IntStream.range(0, 10_000)
            .mapToObj(
                i -> new ClusterCell("c" + i, i < 9_000 ? CellStatus.SUCCEEDED : CellStatus.FAILED))
            .toList();

    String svg = CellGrid.of(cells).html();

    assertThat(svg.split("<path").length - 1).isEqualTo(2);
    assertThat(svg).hasSizeLessThan(260_000);
  }

  private static RolloutPage page(String name, List<GroupCells> groups) {
    return page(name, new RolloutStatus(), groups);
  }

  private static RolloutPage page(String name, RolloutStatus status, List<GroupCells> groups) {
    return new RolloutPage(
        new RolloutName("policies", "policy-" + name),
        Optional.of("manualPerGroup"),
        status,
        groups,
        List.of(),
        List.of(),
        Instant.EPOCH);
  }

  private static String section(RolloutPage page, String id) {
    return RolloutView.sections(page, RolloutRequester.Offer.APPROVALS, Optional.empty()).stream()
        .filter(section -> section.id().equals(id))
        .findFirst()
        .orElseThrow()
        .html();
  }
}
