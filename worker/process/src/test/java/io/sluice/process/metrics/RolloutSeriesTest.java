package io.sluice.process.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sluice.policy.PolicyName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RolloutSeriesTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:10:00Z");

  private final List<GenericKubernetesResource> rollouts = new ArrayList<>();
  private final Map<PolicyName, GenericKubernetesResource> roots = new HashMap<>();
  private final RolloutSeries series = series(false);

  private RolloutSeries series(boolean beside) {
    return new RolloutSeries(
        () -> rollouts,
        policy -> Optional.ofNullable(roots.get(policy)),
        beside,
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static GenericKubernetesResource object(String yaml) {
    return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
  }

  private void policy(String name, String strategy) {
    roots.put(
        new PolicyName("policies", name),
        object(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: %s, namespace: policies}
            spec: {rolloutStrategy: {%s}}
            """
                .formatted(name, strategy)));
  }

  private void rollout(String name, String status) {
    rollouts.add(
        object(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: %s, namespace: policies}
            status: {%s}
            """
                .formatted(name, status)));
  }

  private List<String> samples() {
    return Samples.of(series.snapshots());
  }

  private static String of(String name, String more, String value) {
    return "%s{namespace=\"policies\",policy=\"web\"%s} %s".formatted(name, more, value);
  }

  @Test
  void besideThePropagatorTheStrategyOfThePolicyDoesNotCount() {
    policy("web", "type: progressivePerGroup");
    rollout("policy-web", "phase: Idle");
    assertThat(Samples.of(series(true).snapshots()))
        .contains(
            "sluice_rollout_info{namespace=\"policies\",outcome=\"\",phase=\"Idle\",policy=\"web\",strategy=\"\"} 1.0");
  }

  @Test
  void whatTheGateHoldsIsCountedAndZeroWhereItHoldsNothing() {
    policy("web", "type: progressivePerGroup");
    roots
        .get(new PolicyName("policies", "web"))
        .getMetadata()
        .setLabels(Map.of("sluice.io/staged", "true"));
    rollout("policy-web", "phase: Idle");
    String zero = of("sluice_gate_held_clusters", "", "0.0");
    assertThat(Samples.of(series(true).snapshots())).contains(zero);
    assertThat(samples()).doesNotContain(zero);

    rollouts.clear();
    rollout("policy-web", "phase: Soaking, held: {clusters: 24, of: 30}");
    assertThat(Samples.of(series(true).snapshots()))
        .contains(of("sluice_gate_held_clusters", "", "24.0"));
  }

  @Test
  void aRolloutShowsWhereItStands() {
    policy("web", "type: progressivePerGroup");
    rollout(
        "policy-web",
        "phase: WaitingForApproval, waitingFor: Waiting., waitingSince: '2026-02-03T10:05:00Z',"
            + " startedAt: '2026-02-03T10:00:00Z', waitedForPeopleSeconds: 60,"
            + " counts: {clusters: 10, toApply: 4, succeeded: 5, failed: 1}");
    assertThat(samples())
        .containsExactlyInAnyOrder(
            "sluice_rollout_info{namespace=\"policies\",outcome=\"\",phase=\"WaitingForApproval\","
                + "policy=\"web\",strategy=\"ProgressivePerGroup\"} 1.0",
            of("sluice_rollout_clusters", ",status=\"ToApply\"", "4.0"),
            of("sluice_rollout_clusters", ",status=\"Progressing\"", "0.0"),
            of("sluice_rollout_clusters", ",status=\"Soaking\"", "0.0"),
            of("sluice_rollout_clusters", ",status=\"Succeeded\"", "5.0"),
            of("sluice_rollout_clusters", ",status=\"Failed\"", "1.0"),
            of("sluice_rollout_clusters", ",status=\"TimeOut\"", "0.0"),
            of("sluice_rollout_clusters", ",status=\"NewCluster\"", "0.0"),
            of("sluice_rollout_clusters", ",status=\"Ignored\"", "0.0"),
            "sluice_rollout_waiting_since_timestamp_seconds{for=\"approval\","
                + "namespace=\"policies\",policy=\"web\"} "
                + (double) Instant.parse("2026-02-03T10:05:00Z").getEpochSecond(),
            "sluice_rollout_elapsed_seconds{namespace=\"policies\",part=\"progress\","
                + "policy=\"web\"} 240.0",
            "sluice_rollout_elapsed_seconds{namespace=\"policies\",part=\"people\","
                + "policy=\"web\"} 360.0");
  }

  @Test
  void aRolloutThatHasEndedWaitsForNothing() {
    policy("web", "");
    rollout(
        "policy-web",
        "phase: Done, outcome: Succeeded, startedAt: '2026-02-03T10:00:00Z',"
            + " endedAt: '2026-02-03T10:01:00Z'");
    assertThat(samples())
        .noneMatch(line -> line.startsWith("sluice_rollout_waiting"))
        .contains(
            "sluice_rollout_elapsed_seconds{namespace=\"policies\",part=\"progress\","
                + "policy=\"web\"} 60.0")
        .anyMatch(line -> line.contains("outcome=\"Succeeded\""));
  }

  @Test
  void whatIsGoneOrNotStagedIsNotExported() {
    rollout("policy-web", "phase: Progressing");
    policy("api", "");
    rollout("policy-api", "attempt: 3");
    assertThat(samples()).isEmpty();
  }

  @Test
  void theRolloutOfABindingHasItsOwnName() {
    rollout("binding-nginx", "phase: Progressing");
    assertThat(samples())
        .contains(
            "sluice_rollout_info{namespace=\"policies\",outcome=\"\",phase=\"Progressing\","
                + "policy=\"binding-nginx\",strategy=\"\"} 1.0");
  }

  @Test
  void oneThatCannotBeMeasuredCostsItselfAlone() throws IOException {
    policy("web", "type: All");
    policy("bad", "type: All");
    rollout("policy-bad", "phase: Progressing, counts: many, startedAt: yesterday");
    rollout("policy-web", "phase: Progressing");
    assertThat(page())
        .contains(of("sluice_rollout_clusters", ",status=\"ToApply\"", "0.0"))
        .noneMatch(line -> line.contains("policy=\"bad\""));
    assertThat(series.unmeasured()).isEqualTo(1);

    rollouts.remove(0);
    page();
    assertThat(series.unmeasured()).isZero();
  }

  @Test
  void theEndOfTimeIsATime() throws IOException {
    policy("web", "type: All");
    rollout(
        "policy-web",
        "phase: Progressing, waitingFor: Waiting., waitingSince: '+1000000000-12-31T23:59:59Z',"
            + " startedAt: '-1000000000-01-01T00:00:00Z'");
    assertThat(page()).anyMatch(line -> line.startsWith("sluice_rollout_elapsed_seconds{"));
  }

  /** A stranger may name a Rollout like the policy of another: the page would be invalid. */
  @Test
  void oneThatIsNamedLikeAPolicyTakesNothingFromIt() throws IOException {
    policy("web", "type: All");
    rollout("web", "phase: Done, counts: {toApply: 7}");
    rollout("policy-web", "phase: Progressing");
    assertThat(page())
        .contains(of("sluice_rollout_clusters", ",status=\"ToApply\"", "0.0"))
        .noneMatch(line -> line.contains("Done"));
    assertThat(series.unmeasured()).isEqualTo(1);
  }

  /** As Prometheus reads it, which refuses a page with two series of one name. */
  private List<String> page() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.builder()
        .build()
        .write(out, new MetricSnapshots(series.snapshots()));
    return out.toString(UTF_8).lines().toList();
  }

  @Test
  void theNumberOfSeriesDoesNotGrowWithTheFleet() {
    policy("web", "type: All");
    rollout(
        "policy-web",
        "phase: Progressing, waitingSince: '2026-02-03T10:05:00Z', startedAt:"
            + " '2026-02-03T10:00:00Z', counts: {clusters: 10000, progressing: 10000}");
    assertThat(samples()).hasSize(12).hasSizeLessThanOrEqualTo(15);
  }
}
