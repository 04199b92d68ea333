package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TicketMetricsTest {
  private static final Instant START = Instant.parse("2026-02-03T10:00:00Z");
  private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  private final TicketMetrics metrics =
      new TicketMetrics(
          new Clock() {
            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }

            @Override
            public Instant instant() {
              return now;
            }
          });

  private static CachedReplica replica(String content, String ticket) {
    return new CachedReplica(
        new Replica(
            new PolicyName("policies", "web"),
            "c1",
            "1",
            content,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of()),
        "uid-c1",
        "digest",
        List.of(),
        List.of(),
        Optional.empty(),
        GateLabels.of(ticket.isEmpty() ? Map.of() : Map.of(GateLabels.TICKET, ticket)),
        Optional.empty());
  }

  private void seen(Optional<CachedReplica> former, CachedReplica present, Instant created) {
    metrics.seen(former, present, () -> new ReplicaTimes(created, false, Optional.empty()));
  }

  private void change(CachedReplica former, CachedReplica present) {
    seen(Optional.of(former), present, LONG_AGO);
  }

  private List<String> samples() {
    return Samples.of(metrics.snapshots()).stream()
        .filter(sample -> !sample.contains("_bucket"))
        .toList();
  }

  private static List<String> values(int open, int writes, double seconds) {
    return List.of(
        "sluice_gate_ticket_to_write_seconds_count " + writes,
        "sluice_gate_ticket_to_write_seconds_sum " + seconds,
        "sluice_gate_tickets_in_flight " + (double) open);
  }

  @Test
  void aTicketIsInFlightUntilTheWriteThatItLetsThrough() {
    seen(Optional.empty(), replica("one", ""), LONG_AGO);
    change(replica("one", ""), replica("one", "2"));
    assertThat(samples()).contains("sluice_gate_tickets_in_flight 1.0");

    now = now.plusSeconds(3);
    change(replica("one", "2"), replica("two", ""));
    assertThat(samples()).containsExactlyInAnyOrderElementsOf(values(0, 1, 3));
  }

  @Test
  void aStubIsCreatedWithItsTicket() {
    seen(Optional.empty(), replica("stub", "2"), START);
    now = now.plusSeconds(1);
    change(replica("stub", "2"), replica("two", ""));
    assertThat(samples()).containsExactlyInAnyOrderElementsOf(values(0, 1, 1));
  }

  @Test
  void whatWasTakenBackOrWasThereBeforeIsNotMeasured() {
    change(replica("one", ""), replica("one", "2"));
    change(replica("one", "2"), replica("one", ""));

    seen(Optional.empty(), replica("one", "3"), LONG_AGO);
    assertThat(samples()).contains("sluice_gate_tickets_in_flight 1.0");
    change(replica("one", "3"), replica("two", ""));
    assertThat(samples())
        .contains("sluice_gate_tickets_in_flight 0.0")
        .noneMatch(sample -> sample.endsWith("_count 1"));
  }

  @Test
  void aReplicaThatIsGoneHasNoTicketAndATermBeginsAnew() {
    change(replica("one", ""), replica("one", "2"));
    metrics.gone(replica("one", "2"));
    assertThat(samples()).contains("sluice_gate_tickets_in_flight 0.0");

    change(replica("one", ""), replica("one", "2"));
    change(replica("one", "2"), replica("two", ""));
    metrics.begin();
    assertThat(samples()).noneMatch(sample -> sample.endsWith("_count 1"));
  }
}
