package io.sluice.process.metrics;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.hub.gate.GateState;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.transport.SentRequest;
import io.sluice.notification.MessageFormat;
import io.sluice.policy.PolicyName;
import io.sluice.time.ProcessTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Exports every metric once, and collects the names with their labels. */
final class ExportedMetrics {
  private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
  private static final Clock CLOCK = Clock.systemUTC();

  private static final GenericKubernetesResource OPEN =
      rollout(
          "rolloutUID: u1, runOpen: true, phase: WaitingForApproval, startedAt:"
              + " '2026-02-03T10:00:00Z', waitingSince: '2026-02-03T10:00:00Z', held: {clusters: 1, of: 2}");
  private static final GenericKubernetesResource ENDED =
      rollout(
          "rolloutUID: u1, runOpen: false, phase: Done, outcome: Succeeded, startedAt:"
              + " '2026-02-03T10:00:00Z', endedAt: '2026-02-03T11:00:00Z', approvals: [{groupName:"
              + " prod, approved: true, how: Spec}]");
  private static final GenericKubernetesResource ROOT =
      Serialization.unmarshal(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: Policy
          metadata: {name: web, namespace: policies, uid: u, resourceVersion: "1"}
          spec: {disabled: false, policy-templates: []}
          """,
          GenericKubernetesResource.class);

  private ExportedMetrics() {}

  private static GenericKubernetesResource rollout(String status) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        status: {%s}
        """
            .formatted(status),
        GenericKubernetesResource.class);
  }

  /** Returns the labels of each name. */
  static Map<String, Set<String>> labels() throws IOException {
    Map<String, Set<String>> labels = new HashMap<>();
    text()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(SAMPLE::matcher)
        .filter(Matcher::matches)
        .forEach(
            sample -> {
              Set<String> known = labels.computeIfAbsent(sample.group(1), name -> new HashSet<>());
              if (sample.group(2) != null) {
                LABEL
                    .matcher(sample.group(2))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(known::add);
              }
            });
    return labels;
  }

  private static String text() throws IOException {
    try (ProcessMetrics process = ProcessMetrics.start(new BuildInfo("0.1.0", "a1b2c3d"))) {
      process.hub().answered(new SentRequest("update", "policies"), OptionalInt.of(200), 1);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new MetricsPage(
              process,
              () ->
                  new MetricsPage.Part(
                      true,
                      Map.of("policies", Duration.ofSeconds(1)),
                      () -> Map.of("policies", 1),
                      ExportedMetrics::ofALeader),
              CLOCK)
          .write(out);
      return out.toString(StandardCharsets.UTF_8);
    }
  }

  private static List<MetricSnapshot> ofALeader() {
    RolloutTimes times = new RolloutTimes(policy -> Optional.empty(), false, CLOCK);
    times.changed(OPEN, ENDED);
    times.nextWrite(new PolicyName("policies", "api"), Instant.EPOCH, Duration.ZERO, Instant.EPOCH);
    ReplicaStore replicas = new ReplicaStore(namespace -> namespace.startsWith("c"));
    replicas.put("policies/web", ROOT);
    PropagationFailures failures = new PropagationFailures();
    failures.failed(new PolicyName("policies", "web"));
    List<MetricSnapshot> all = new ArrayList<>(times.snapshots());
    all.addAll(
        new RolloutSeries(() -> List.of(OPEN), policy -> Optional.of(ROOT), false, CLOCK)
            .snapshots());
    all.addAll(new PolicyMetrics(replicas, failures).snapshots());
    all.addAll(new TicketMetrics(CLOCK).snapshots());
    NoticeMetrics notices = new NoticeMetrics(() -> 0);
    notices.delivered(MessageFormat.SLACK);
    notices.failed(MessageFormat.SLACK);
    all.addAll(notices.snapshots());
    all.addAll(GateMetrics.snapshots(Optional.of(new GateState.Closed())));
    try (WorkQueue<String> queue = new WorkQueue<>(ProcessTime.SYSTEM, "policies", 1, key -> {})) {
      all.addAll(QueueStatistics.snapshots(List.of(queue.statistics())));
    }
    return all;
  }
}
