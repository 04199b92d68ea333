package io.sluice.simulator.spoke;

import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drives one model by hand: its time, its hub, and every status it writes there. */
final class ManualSpoke {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  /** Sync after 100 ms, judge after 50 ms, report after 10 ms, back-off 5 s. */
  static final SpokeDelays STEADY =
      SpokeDelays.OBSERVED
          .withSync(Duration.ofMillis(100), Duration.ofMillis(100))
          .withEvaluation(Duration.ofMillis(50), Duration.ofMillis(50))
          .withReport(Duration.ofMillis(10), Duration.ofMillis(10));

  static final SpokeBehaviour STEADILY = SpokeBehaviour.ORDINARY.withDelays(STEADY);

  /** One write that reached the hub. */
  record Write(long millis, String policy, Map<String, Object> status) {
    String compliant() {
      return ObjectTree.text(status.get("compliant"));
    }
  }

  final SpokeModel model;
  final Map<String, SpokeReplica> hub = new LinkedHashMap<>();
  final List<Write> writes = new ArrayList<>();
  private Instant now = START;
  private long version;

  ManualSpoke(SpokeBehaviour behaviour) {
    this(behaviour, 7);
  }

  ManualSpoke(SpokeBehaviour behaviour, long seed) {
    model = new SpokeModel("c1", behaviour, seed);
  }

  Instant now() {
    return now;
  }

  /** Writes a replica's spec to the hub; its status stays. */
  ManualSpoke write(String policy, Map<String, Object> spec) {
    Map<String, String> annotations =
        Optional.ofNullable(hub.get(policy)).map(SpokeReplica::annotations).orElse(Map.of());
    return write(policy, Map.of(), annotations, spec);
  }

  ManualSpoke write(
      String policy,
      Map<String, String> labels,
      Map<String, String> annotations,
      Map<String, Object> spec) {
    show(replica(policy, labels, annotations, spec, status(policy)));
    return this;
  }

  ManualSpoke writeStatus(String policy, Map<String, Object> status) {
    SpokeReplica former = hub.get(policy);
    show(replica(policy, former.labels(), former.annotations(), former.spec(), status));
    return this;
  }

  ManualSpoke delete(String policy) {
    hub.remove(policy);
    model.gone(policy, now);
    return this;
  }

  ManualSpoke behave(SpokeBehaviour behaviour) {
    model.behave(behaviour, now);
    return this;
  }

  /** Lets time pass; each report reaches the hub at once. */
  ManualSpoke pass(Duration time) {
    Instant until = now.plus(time);
    deliver();
    for (Optional<Instant> due = model.nextDue();
        due.filter(at -> !at.isAfter(until)).isPresent();
        due = model.nextDue()) {
      now = due.get().isAfter(now) ? due.get() : now;
      deliver();
    }
    now = until;
    return this;
  }

  ManualSpoke millis(long millis) {
    return pass(Duration.ofMillis(millis));
  }

  private void deliver() {
    for (SpokeReplica.Report report : model.advance(now)) {
      SpokeReplica read = report.replica();
      long millis = Duration.between(START, now).toMillis();
      writes.add(new Write(millis, read.name(), report.status()));
      show(replica(read.name(), read.labels(), read.annotations(), read.spec(), report.status()));
    }
  }

  Map<String, Object> status(String policy) {
    return Optional.ofNullable(hub.get(policy)).map(SpokeReplica::status).orElse(Map.of());
  }

  String compliant(String policy) {
    return ObjectTree.text(status(policy).get("compliant"));
  }

  List<String> names(String policy, int template) {
    return PolicySpecs.history(status(policy), template).stream()
        .map(entry -> ObjectTree.text(entry.get("eventName")))
        .toList();
  }

  List<String> messages(String policy, int template) {
    return PolicySpecs.history(status(policy), template).stream()
        .map(entry -> ObjectTree.text(entry.get("message")))
        .toList();
  }

  /** The instant in the name of an event, by the clock of the spoke. */
  static Instant dated(String eventName) {
    long nanos = Long.parseLong(eventName.substring(eventName.lastIndexOf('.') + 1), 16);
    return Instant.ofEpochSecond(0, nanos);
  }

  private void show(SpokeReplica replica) {
    hub.put(replica.name(), replica);
    model.seen(replica, now);
  }

  private SpokeReplica replica(
      String policy,
      Map<String, String> labels,
      Map<String, String> annotations,
      Map<String, Object> spec,
      Map<String, Object> status) {
    return new SpokeReplica(
        policy, Long.toString(++version), labels, annotations, List.of(), false, spec, status);
  }
}
