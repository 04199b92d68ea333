package io.sluice.page.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.OverrideEntry;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.page.model.CellStatus;
import io.sluice.page.model.ClusterCell;
import io.sluice.page.read.ClusterCells.Row;
import io.sluice.rollout.Counts;
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
                Map.of("c1", row("", "NonCompliant"), "c2", row("", "Compliant")),
                Map.of("c1", new OverrideEntry("c1", "u1", 1, 1, AT)))
            .of(group(counts(2, 1, 1, 0, 0)), List.of("c1", "c2"));

    assertThat(cells)
        .containsExactly(
            new ClusterCell(
                "c1",
                CellStatus.PROGRESSING,
                Optional.of(AT.toString()),
                Optional.of("Reports NonCompliant.")),
            new ClusterCell(
                "c2", CellStatus.TO_APPLY, Optional.empty(), Optional.of("Reports Compliant.")));
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

  private List<String> cells(
      Map<String, Row> rows, Map<String, OverrideEntry> dispatched, Counts counts) {
    List<String> clusters = List.of("c3", "c2", "c1").subList(3 - (int) counts.clusters(), 3);
    return new ClusterCells(status, rows, dispatched)
        .of(group(counts), clusters).stream()
            .map(cell -> cell.cluster() + " " + cell.status().label())
            .toList();
  }

  private static Row row(String status, String compliance) {
    return new Row(Optional.of(status).filter(text -> !text.isEmpty()), Optional.of(compliance));
  }

  private static Counts counts(long all, long toApply, long progressing, long soaking, long done) {
    return new Counts(all, toApply, progressing, soaking, done, 0, 0, 0, 0);
  }

  private static RolloutStatus.Group group(Counts counts) {
    return new RolloutStatus.Group("fleet", "dev", 0, true, 0, counts, null);
  }
}
