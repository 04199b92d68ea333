package io.sluice.tools.page.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.tools.page.read.ClusterCells.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterCellsTest {
  private static final Instant AT = Instant.parse("2026-01-05T10:00:00Z");
  private final RolloutStatus status = new RolloutStatus();

  ClusterCellsTest() {
    status.rolloutUID = "u1";
  }

  @Test
  void aGroupThatHasNotBegunIsToApply() {
    assertThat(cells(Map.of("c1", row("Succeeded", "Compliant")), Map.of(), counts(1, 1, 0, 0, 0)))
        .containsExactly("c1 ToApply");
  }

  @Test
  void aRowOfThePolicyNamesTheStatus() {
    assertThat(
            cells(
                Map.of("c1", row("Progressing", "Pending"), "c2", row("ToApply", "Compliant")),
                Map.of(),
                counts(2, 1, 1, 0, 0)))
        .containsExactly("c1 Progressing", "c2 ToApply");
  }

  @Test
  void aSuccessThatMayStillSoakIsNotShownAsOne() {
    Map<String, Row> rows =
        Map.of("c1", row("Succeeded", "Compliant"), "c2", row("Succeeded", "Compliant"));

    assertThat(cells(rows, Map.of(), counts(2, 0, 0, 2, 0)))
        .containsExactly("c1 Soaking", "c2 Soaking");
    assertThat(cells(rows, Map.of(), counts(2, 0, 0, 1, 1)))
        .containsExactly("c1 Started", "c2 Started");
  }

  @Test
  void besideThePropagatorTheOverrideNamesWhoIsStartedAndSinceWhen() {
    List<ClusterCell> cells =
        new ClusterCells(
                status,
                facts(
                    Map.of("c1", row("", "NonCompliant"), "c2", row("", "Compliant")),
                    Map.of("c1", new ClusterStart("u1", AT))),
                Map.of())
            .of(group(counts(2, 1, 1, 0, 0)), List.of("c1", "c2"));

    assertThat(cells)
        .containsExactly(
            new ClusterCell(
                "c1",
                CellStatus.PROGRESSING,
                Optional.of(AT),
                Optional.of("Reports NonCompliant.")),
            new ClusterCell(
                "c2", CellStatus.TO_APPLY, Optional.empty(), Optional.of("Reports Compliant.")));
  }

  @Test
  void informTellsWhoCompliesAlreadyAndWhoWouldBeChanged() {
    Map<String, Row> rows =
        Map.of(
            "c1", row("", "Compliant"), "c2", row("", "NonCompliant"), "c3", row("", "Compliant"));

    assertThat(informed(rows, new Progress.InformCounts(2, 1, 1)))
        .containsExactly("c1 Complies", "c2 WouldChange", "c3 Complies", "c4 ToApply");
    assertThat(informed(rows, new Progress.InformCounts(1, 1, 2)))
        .as("one of two rows is of another version, and it is not known which")
        .containsExactly("c1 ToApply", "c2 WouldChange", "c3 ToApply", "c4 ToApply");
    assertThat(informed(rows, null))
        .containsExactly("c1 ToApply", "c2 ToApply", "c3 ToApply", "c4 ToApply");
  }

  private List<String> informed(Map<String, Row> rows, Progress.InformCounts inform) {
    RolloutStatus.Group group =
        new RolloutStatus.Group("fleet", "prod", 0, null, false, 0, counts(4, 4, 0, 0, 0), inform);
    return new ClusterCells(status, facts(rows, Map.of()), Map.of())
        .of(group, List.of("c1", "c2", "c3", "c4")).stream()
            .map(cell -> cell.cluster() + " " + cell.status().label())
            .toList();
  }

  @Test
  void whatTheHubDoesNotSayIsUnknown() {
    assertThat(cells(Map.of(), Map.of(), counts(3, 1, 0, 0, 2)))
        .containsExactly("c1 Unknown", "c2 Unknown", "c3 Unknown");
  }

  @Test
  void anExceptionIsShownWithItsMessage() {
    status.exceptions =
        List.of(
            new RolloutStatus.Issue(
                "c1", "dev", "TimeOut", "Silent", AT.toString(), "It is silent.", false),
            new RolloutStatus.Issue("c2", "dev", "Failed", "Failed", null, null, true));

    assertThat(cells(Map.of(), Map.of(), counts(2, 0, 0, 0, 0)))
        .containsExactly("c1 TimeOut", "c2 Ignored");
  }

  @Test
  void whileTheRunIsOpenTheDeadlineFollowsFromTheStart() {
    Map<String, Row> rows = Map.of("c1", row("", "NonCompliant"), "c2", row("", "NonCompliant"));
    Map<String, ClusterStart> starts =
        Map.of("c1", new ClusterStart("u1", AT), "c2", new ClusterStart("u0", AT));
    status.runOpen = true;

    assertThat(next(rows, starts, Map.of()))
        .containsExactly(NextInstants.deadline(AT.plus(Duration.ofMinutes(10))), NextInstants.NONE);
    status.runOpen = false;
    assertThat(next(rows, starts, Map.of())).containsOnly(NextInstants.NONE);
  }

  @Test
  void whatTheRunAnswersIsShownAndMakesASoakCertain() {
    NextInstants soak = NextInstants.soak(AT.plusSeconds(300));
    List<ClusterCell> cells =
        new ClusterCells(
                status,
                facts(Map.of("c1", row("Succeeded", "Compliant")), Map.of()),
                Map.of("c1", soak))
            .of(group(counts(2, 0, 0, 1, 1)), List.of("c1", "c2"));

    assertThat(cells.get(0).status()).isEqualTo(CellStatus.SOAKING);
    assertThat(cells.get(0).next()).isEqualTo(soak);
    assertThat(cells.get(1).next()).isEqualTo(NextInstants.NONE);
    assertThat(
            new ClusterCells(
                    status,
                    facts(Map.of("c1", row("ToApply", "NonCompliant")), Map.of()),
                    Map.of("c1", NextInstants.deadline(AT)))
                .of(group(counts(2, 1, 1, 0, 0)), List.of("c1")))
        .extracting(ClusterCell::status)
        .containsExactly(CellStatus.PROGRESSING);
  }

  private List<NextInstants> next(
      Map<String, Row> rows, Map<String, ClusterStart> starts, Map<String, NextInstants> known) {
    return new ClusterCells(status, facts(rows, starts), known)
        .of(group(counts(2, 0, 2, 0, 0)), List.of("c1", "c2")).stream()
            .map(ClusterCell::next)
            .toList();
  }

  private List<String> cells(
      Map<String, Row> rows, Map<String, ClusterStart> starts, Counts counts) {
    List<String> clusters = List.of("c3", "c2", "c1").subList(3 - (int) counts.clusters(), 3);
    return new ClusterCells(status, facts(rows, starts), Map.of())
        .of(group(counts), clusters).stream()
            .map(cell -> cell.cluster() + " " + cell.status().label())
            .toList();
  }

  private static RolloutFacts facts(Map<String, Row> rows, Map<String, ClusterStart> starts) {
    return new RolloutFacts(
        Optional.empty(),
        Map.of(),
        rows,
        starts,
        Optional.of(Duration.ofMinutes(10)),
        Optional.empty());
  }

  private static Row row(String status, String compliance) {
    return new Row(Optional.of(status).filter(text -> !text.isEmpty()), Optional.of(compliance));
  }

  private static Counts counts(long all, long toApply, long progressing, long soaking, long done) {
    return new Counts(all, toApply, progressing, soaking, done, 0, 0, 0, 0);
  }

  private static RolloutStatus.Group group(Counts counts) {
    return new RolloutStatus.Group("fleet", "dev", 0, null, true, 0, counts, null);
  }
}
