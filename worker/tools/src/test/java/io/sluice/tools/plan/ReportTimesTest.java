package io.sluice.tools.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTimesTest {
  private static final Instant DISPATCHED = Instant.parse("2026-03-01T10:00:00.700Z");

  private static Replica replica(String cluster, Dispatch.As as, String... reported) {
    Dispatch dispatch = new Dispatch("u1", 1, 2, as, DISPATCHED, DISPATCHED, Map.of());
    List<TemplateReport.Entry> history =
        List.of(reported).stream()
            .map(at -> new TemplateReport.Entry("web." + at, Instant.parse(at)))
            .toList();
    return new Replica(
        new PolicyName("policies", "web"),
        cluster,
        "1",
        "hash",
        Optional.of(dispatch),
        Optional.of(Compliance.COMPLIANT),
        List.of(),
        List.of(new TemplateReport("web", Optional.of(Compliance.COMPLIANT), history)));
  }

  private static ReportTimes times(Replica... replicas) {
    return ReportTimes.of(List.of(replicas), Optional.empty());
  }

  @Test
  void aClusterTakesAsLongAsLastTimeAndOthersTheMedian() {
    ReportTimes times =
        times(
            replica("c1", Dispatch.As.DISPATCHED, "2026-03-01T10:00:04Z", "2026-03-01T09:00:00Z"),
            replica("c2", Dispatch.As.DISPATCHED, "2026-03-01T10:00:30Z"),
            replica("c3", Dispatch.As.DISPATCHED, "2026-03-01T10:05:00Z"));

    assertThat(times.of("c1")).isEqualTo(Duration.ofSeconds(4));
    assertThat(times.of("c3")).isEqualTo(Duration.ofMinutes(5));
    assertThat(times.of("new")).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aReportInTheSecondOfTheDispatchIsNoOlderOne() {
    assertThat(times(replica("c1", Dispatch.As.DISPATCHED, "2026-03-01T10:00:00Z")).measured())
        .containsEntry("c1", Duration.ZERO);
  }

  @Test
  void whatIsNoAnswerToADispatchIsNotMeasured() {
    ReportTimes times =
        times(
            replica("before", Dispatch.As.DISPATCHED, "2026-03-01T09:59:59Z"),
            replica("later", Dispatch.As.DISPATCHED, "2026-03-01T12:00:00Z"),
            replica("newcomer", Dispatch.As.NEWCOMER, "2026-03-01T10:00:04Z"));

    assertThat(times.measured()).isEmpty();
    assertThat(times.usual()).isEqualTo(ReportTimes.ASSUMED);
  }
}
