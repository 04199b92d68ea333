package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.plan.recovery.LastReportedStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A status in which somebody wrote texts that say nothing: each of them reads as absent. */
class UnreadableStatusTest {
  private static RolloutStatusParser parsed(String status) {
    return RolloutStatusParser.of(RolloutFixture.withStatus(status));
  }

  private static RolloutStatusParser placed(String first, String second) {
    return parsed(
        """
        decisionGroups:
        - {placement: p, groupName: a, groupIndex: 1, place: "%s", counts: {clusters: 1}}
        - {placement: p, groupName: b, groupIndex: 0, place: "%s", counts: {clusters: 2}}
        """
            .formatted(first, second));
  }

  @Test
  void aGroupWithoutAReadablePlaceStandsAtItsIndex() {
    for (String none : List.of("first", "0.", "99999999999", "", "1e3", " 1")) {
      RolloutStatusParser parser = placed(none, none);

      assertThat(parser.lastReported().groups().orElseThrow())
          .as(none)
          .isEqualTo(Map.of(new GroupKey("p", "a", 1), 1L, new GroupKey("p", "b", 0), 2L));
      assertThat(parser.groups().stream().map(RolloutStatus.Group::placed).sorted())
          .as(none)
          .extracting(GroupKey::name)
          .containsExactly("b", "a");
    }
  }

  @Test
  void aReadablePlaceDecides() {
    assertThat(placed("0.1", "2").groups().stream().map(RolloutStatus.Group::placed).sorted())
        .extracting(GroupKey::name)
        .containsExactly("a", "b");
  }

  @Test
  void timesThatTellNoneAreAbsent() {
    RolloutStatusParser parser =
        parsed(
            """
            outcome: Failed
            startedAt: yesterday
            endedAt: "2026-13-01T00:00:00Z"
            waitingSince: now
            approvals: [{groupName: a, approved: true, how: Signal, at: noon}]
            history: [{rolloutUID: r1, startedAt: "1", endedAt: "2"}]
            exceptions: [{cluster: c1, status: Failed, reason: Failed, since: long ago}, {}]
            """);
    LastReportedStatus last = parser.lastReported();

    assertThat(parser.endedAt()).isEmpty();
    assertThat(parser.ended()).isEmpty();
    assertThat(last.startedAt()).isEqualTo(Instant.EPOCH);
    assertThat(last.approvals()).singleElement().matches(given -> given.at().equals(Instant.EPOCH));
    assertThat(last.exceptions())
        .extracting(LastReportedStatus.ListedIssue::since)
        .containsOnly(Instant.EPOCH);
    assertThat(parser.listedStatuses()).isEqualTo(Map.of("c1", ClusterStatus.FAILED));
    assertThat(parser.status().waitingSince).isNull();
    assertThat(parser.status().history)
        .singleElement()
        .matches(former -> former.startedAt() == null && former.endedAt() == null);
  }

  @Test
  void aTimeWithAnOffsetIsOne() {
    assertThat(parsed("{outcome: Failed, endedAt: '2026-11-27T10:00:00+02:00'}").endedAt())
        .contains(Instant.parse("2026-11-27T08:00:00Z"));
  }
}
