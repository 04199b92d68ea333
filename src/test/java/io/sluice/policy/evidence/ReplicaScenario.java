package io.sluice.policy.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import io.sluice.policy.TemplateReport.Entry;
import io.sluice.policy.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plays one replica: its dispatches, the reports of its spoke, and the expected evidence.
 *
 * <p>Instants are seconds after ten o'clock.
 */
public final class ReplicaScenario {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
  private static final Evidence EVIDENCE = new Evidence(Evidence.DEFAULT_SKEW);

  private boolean made;
  private long attempts;
  private Map<String, Object> spec = Map.of();
  private Optional<Dispatch> dispatch = Optional.empty();
  private Optional<Compliance> whole = Optional.empty();
  private final Map<String, TemplateReport> details = new LinkedHashMap<>();
  private boolean available = true;
  private Expectation expectation = Expectation.AS_CARRIED;

  public static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  /** Writes content without a dispatch, as an unstaged policy or another writer does. */
  public ReplicaScenario given(Map<String, Object> content) {
    spec = content;
    dispatch = Optional.empty();
    made = true;
    return this;
  }

  /** Dispatches this content in a new attempt. */
  public ReplicaScenario dispatched(long seconds, Map<String, Object> content) {
    return dispatched(Dispatch.As.DISPATCHED, seconds, content);
  }

  public ReplicaScenario dispatched(Dispatch.As as, long seconds, Map<String, Object> content) {
    attempts++;
    Dispatch next =
        new Dispatch("u" + attempts, attempts, attempts, as, at(seconds), at(seconds), Map.of());
    return written(next, seconds, content);
  }

  /** Changes the spec as kubectl does; the annotation stays. */
  public ReplicaScenario editedByHand(Map<String, Object> content) {
    spec = content;
    return this;
  }

  public ReplicaScenario repaired(long seconds, Map<String, Object> content) {
    return written(dispatch.orElseThrow(), seconds, content);
  }

  private ReplicaScenario written(Dispatch next, long seconds, Map<String, Object> content) {
    Optional<Replica> found = made ? Optional.of(replica()) : Optional.empty();
    ReplicaContent given = new ReplicaContent(Map.of(), Map.of(), content);
    dispatch = Optional.of(next.over(found, given, at(seconds)));
    spec = content;
    made = true;
    return this;
  }

  /** Replaces the annotation by an older one without the record of unchanged templates. */
  public ReplicaScenario withAnOldAnnotation() {
    Dispatch now = dispatch.orElseThrow();
    dispatch =
        Optional.of(
            new Dispatch(
                now.rolloutUid(),
                now.attempt(),
                now.generation(),
                now.as(),
                now.at(),
                now.written(),
                now.baseline()));
    return this;
  }

  /** Adds a new event of the spoke with this verdict. */
  public ReplicaScenario reported(String template, Compliance verdict, String event, long seconds) {
    List<Entry> history = new ArrayList<>();
    history.add(new Entry(event, at(seconds)));
    Optional.ofNullable(details.get(template)).ifPresent(r -> history.addAll(r.history()));
    List<Entry> newest = history.subList(0, Math.min(10, history.size()));
    details.put(template, new TemplateReport(template, Optional.of(verdict), newest));
    return summedUp();
  }

  /** Patches the newest event: another verdict under the old name. */
  public ReplicaScenario patched(String template, Compliance verdict) {
    details.computeIfPresent(
        template, (name, old) -> new TemplateReport(name, Optional.of(verdict), old.history()));
    return summedUp();
  }

  /** Recreates the copy on the cluster, which clears its status. */
  ReplicaScenario recreated() {
    details.clear();
    whole = Optional.empty();
    return this;
  }

  /** Sums up as the spoke does: a template without a state leaves the former value (11.2). */
  private ReplicaScenario summedUp() {
    List<String> names = TemplateRef.listOf(spec).stream().map(TemplateRef::name).toList();
    if (details.keySet().containsAll(names)) {
      List<Compliance> states =
          names.stream().map(name -> details.get(name).compliant().orElseThrow()).toList();
      whole =
          Optional.of(
              states.contains(Compliance.NON_COMPLIANT)
                  ? Compliance.NON_COMPLIANT
                  : states.contains(Compliance.PENDING)
                      ? Compliance.PENDING
                      : Compliance.COMPLIANT);
    }
    return this;
  }

  public ReplicaScenario unreachable() {
    available = false;
    return this;
  }

  public ReplicaScenario expecting(Expectation expected) {
    expectation = expected;
    return this;
  }

  public Dispatch dispatch() {
    return dispatch.orElseThrow();
  }

  Replica replica() {
    return new Replica(
        new PolicyName("policies", "web"),
        "c1",
        "1",
        new ReplicaContent(Map.of(), Map.of(), spec).contentHash(),
        dispatch,
        whole,
        TemplateRef.listOf(spec),
        List.copyOf(details.values()),
        InformPolicy.is(spec));
  }

  public EvidenceResult result() {
    return EVIDENCE.judge(replica(), available, expectation);
  }

  private ReplicaScenario is(Verdict verdict, boolean weak) {
    EvidenceResult result = result();
    assertThat(result.verdict()).as(result.because()).isEqualTo(verdict);
    assertThat(result.weak()).as("weak: " + result.because()).isEqualTo(weak);
    return this;
  }

  public ReplicaScenario isConfirmed() {
    return is(Verdict.POSITIVE, false);
  }

  public ReplicaScenario isWeakSuccess() {
    return is(Verdict.POSITIVE, true);
  }

  public ReplicaScenario isNegative() {
    return is(Verdict.NEGATIVE, false);
  }

  ReplicaScenario isWeaklyNegative() {
    return is(Verdict.NEGATIVE, true);
  }

  public ReplicaScenario isSilent() {
    return is(Verdict.SILENT, false);
  }
}
