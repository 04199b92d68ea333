package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Sets up policies in every state of a rollout of version {@code two} after version {@code one}, in
 * groups dev, stage and prod; cluster s2 does not get along with version {@code two}.
 */
final class RestoreFixture implements AutoCloseable {
  static final Duration SOON = Patience.MOST;
  private static final int CHUNK = 8;
  private static final Settings SETTINGS =
      Settings.DEFAULTS.with(
          settings ->
              settings
                  .soakFloor(Duration.ofMillis(300))
                  .removalGrace(Duration.ofSeconds(1))
                  .replicaRolloutStatus(false));
  private static final SpokeBehaviour QUICK =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED
              .withEvaluationBackoff(Duration.ofMillis(100))
              .withSync(Duration.ofMillis(20), Duration.ofMillis(80)));

  private final TestServers servers;
  private final RolloutFixture rollout;
  private final KubernetesClient client;
  private final Map<String, RestoredState> policies;

  /** Names each policy, and the state that it shall reach. */
  RestoreFixture(TestServers servers, Map<String, RestoredState> policies) {
    this.servers = servers;
    this.rollout = RolloutFixture.on(servers, "dev=d1,d2", "stage=s1,s2", "prod=p1,p2");
    this.client = rollout.client();
    this.policies = policies;
    rollout.spokes(SpokeBehaviours.all(QUICK));
    bind();
  }

  private Set<String> names() {
    return policies.keySet();
  }

  private List<String> clusters() {
    return rollout.clusters();
  }

  KubernetesClient client() {
    return client;
  }

  String namespace() {
    return rollout.namespace();
  }

  void start() {
    rollout.start(SETTINGS);
  }

  void stop() {
    rollout.stop();
  }

  /** Publishes the decisions of the restored placement. */
  void publishPlacement() {
    rollout.placement();
  }

  /** Lets all clusters comply, approves and retries what waits for that, and awaits the ends. */
  void goOn() {
    rollout.fleet().behave("s2", QUICK);
    only(RestoredState::waiting).forEach(policy -> approve(policy, "dev", "stage", "prod"));
    only(RestoredState::failed).forEach(this::retry);
    names().forEach(policy -> await(policy, done("two")));
  }

  /** Returns the writes after that: one for each cluster that did not enforce the version. */
  Map<String, Long> expected(Map<String, Long> before, Map<String, Map<String, String>> contents) {
    Map<String, Long> expected = new TreeMap<>(before);
    contents.forEach(
        (policy, clusters) ->
            clusters.forEach(
                (cluster, content) ->
                    expected.merge(
                        policy + " " + cluster,
                        content.equals("two enforce") ? 0L : 1L,
                        Long::sum)));
    return expected;
  }

  /** Brings every policy into its state. */
  void reachStates() {
    start();
    inTurn(names(), policy -> write(policy, "{type: All}", "one"), outcome("Succeeded"));
    List<String> done = only(RestoredState.DONE::equals);
    inTurn(done, policy -> write(policy, RestoredState.DONE.strategy(), "two"), done("two"));
    rollout.fleet().behave("s2", QUICK.nonCompliantFor(Duration.ofHours(1)));
    only(RestoredState::waiting).forEach(policy -> approve(policy, "dev"));
    List<String> others = only(state -> state != RestoredState.DONE);
    inTurn(others, policy -> write(policy, policies.get(policy).strategy(), "two"), status -> true);
    policies.forEach((policy, state) -> await(policy, in(policy, state)));
  }

  /** A Temporal server in memory loses runs if too many begin at once. */
  private void inTurn(
      Collection<String> names, Consumer<String> write, Predicate<Map<String, Object>> wanted) {
    List<String> all = List.copyOf(names);
    for (int from = 0; from < all.size(); from += CHUNK) {
      List<String> chunk = all.subList(from, Math.min(from + CHUNK, all.size()));
      Map<String, Object> before =
          chunk.stream()
              .collect(
                  Collectors.toMap(
                      Function.identity(),
                      policy -> String.valueOf(status(policy).get("rolloutUID"))));
      chunk.forEach(write);
      chunk.forEach(
          policy ->
              await(
                  policy,
                  wanted.and(
                      status ->
                          status.get("rolloutUID") instanceof String uid
                              && !uid.equals(before.get(policy)))));
    }
  }

  private List<String> only(Predicate<RestoredState> which) {
    return policies.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Waits until a new attempt of every policy has come as far as the former one. */
  void awaitStatesAgain(Map<String, String> formerUids) {
    policies.forEach(
        (policy, state) ->
            await(
                policy,
                in(policy, state)
                    .and(status -> status.get("rolloutUID") instanceof String)
                    .and(status -> !formerUids.get(policy).equals(status.get("rolloutUID")))));
  }

  /** Returns the UID of the present attempt, by policy. */
  Map<String, String> rolloutUids() {
    Map<String, String> uids = new TreeMap<>();
    names().forEach(policy -> uids.put(policy, String.valueOf(status(policy).get("rolloutUID"))));
    return uids;
  }

  private Predicate<Map<String, Object>> in(String policy, RestoredState state) {
    return switch (state) {
      case DONE -> done("two");
      case RUNNING, RUNNING_INFORM ->
          status ->
              waitingFor(status).startsWith("Waiting for 1 of 2 clusters in group stage")
                  && content(replica(policy, "d1").get()).startsWith("two")
                  && count(status, "succeeded") == 3;
      case FAILED, FAILED_INFORM ->
          status -> "Halted".equals(status.get("phase")) && outcome("Failed").test(status);
      case WAITING, WAITING_INFORM ->
          status ->
              waitingFor(status).startsWith("Waiting for approval of group stage")
                  && content(replica(policy, "d1").get()).startsWith("two")
                  && count(status, "succeeded") == 2;
    };
  }

  private static long count(Map<String, Object> status, String which) {
    return JsonTree.number(JsonTree.map(status.get("counts")), which);
  }

  private static String waitingFor(Map<String, Object> status) {
    return String.valueOf(status.get("waitingFor"));
  }

  private static Predicate<Map<String, Object>> outcome(String expected) {
    return status -> expected.equals(status.get("outcome"));
  }

  /** Succeeded, and every cluster has that version. */
  private Predicate<Map<String, Object>> done(String content) {
    return status ->
        outcome("Succeeded").test(status)
            && JsonTree.map(JsonTree.map(status, "lastSuccessful"), "spec")
                .toString()
                .contains("word=" + content);
  }

  private void await(String policy, Predicate<Map<String, Object>> wanted) {
    Patience.await(policy).pollInterval(Duration.ofMillis(100)).until(() -> status(policy), wanted);
  }

  private Map<String, Object> status(String policy) {
    GenericKubernetesResource object =
        client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(namespace())
            .withName("policy-" + policy)
            .get();
    return object == null ? Map.of() : RolloutFixture.part(object, "status");
  }

  /** Returns the version that a replica has, and its action: {@code two enforce}. */
  private static String content(GenericKubernetesResource replica) {
    if (replica == null) {
      return "";
    }
    Map<String, Object> spec = RolloutFixture.part(replica, "spec");
    return (Serialization.asJson(spec).contains("\"two\"") ? "two " : "one ")
        + spec.get("remediationAction");
  }

  private Resource<GenericKubernetesResource> replica(String policy, String cluster) {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(cluster)
        .withName(namespace() + "." + policy);
  }

  /** Returns what every cluster has, by policy and cluster. */
  Map<String, Map<String, String>> contents() {
    // One list: hundreds of reads take a busy machine longer than a placement may be without
    // decisions.
    Map<String, GenericKubernetesResource> replicas =
        client.genericKubernetesResources(Kinds.POLICY).inAnyNamespace().list().getItems().stream()
            .collect(
                Collectors.toMap(
                    found ->
                        found.getMetadata().getNamespace() + "/" + found.getMetadata().getName(),
                    Function.identity()));
    Map<String, Map<String, String>> contents = new TreeMap<>();
    names().forEach(policy -> contents.put(policy, contents(policy, replicas)));
    return contents;
  }

  private Map<String, String> contents(
      String policy, Map<String, GenericKubernetesResource> replicas) {
    return clusters().stream()
        .collect(
            Collectors.toMap(
                Function.identity(),
                cluster -> content(replicas.get(cluster + "/" + namespace() + "." + policy)),
                (one, other) -> one,
                TreeMap::new));
  }

  /** Returns how often Sluice has written that replica since the fixture began. */
  private long writes(String policy, String cluster) {
    return servers.contentWrites(cluster, namespace() + "." + policy);
  }

  /** Returns the number of writes to each replica, by {@code policy cluster}. */
  Map<String, Long> writes() {
    Map<String, Long> writes = new TreeMap<>();
    names()
        .forEach(
            policy ->
                clusters()
                    .forEach(
                        cluster -> writes.put(policy + " " + cluster, writes(policy, cluster))));
    return writes;
  }

  /** Approves these groups, and no others, in the spec of the Rollout. */
  private void approve(String policy, String... groups) {
    Patience.await(policy).until(() -> !status(policy).isEmpty());
    patch(
        policy,
        Map.of(
            "decisionGroups",
            Arrays.stream(groups)
                .map(group -> Map.of("groupName", group, "rolloutApproved", true))
                .toList()));
  }

  /** Requests a retry of the present attempt. */
  private void retry(String policy) {
    patch(
        policy,
        Map.of(
            "retryRollout",
            Map.of("rolloutUID", String.valueOf(status(policy).get("rolloutUID")))));
  }

  private void patch(String policy, Map<String, Object> spec) {
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(namespace())
        .withName("policy-" + policy)
        .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("spec", spec)));
  }

  private void write(String policy, String strategy, String content) {
    apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %s, namespace: %s}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: %s
          policy-templates:
          - objectDefinition:
              apiVersion: policy.open-cluster-management.io/v1
              kind: ConfigurationPolicy
              metadata: {name: %s}
              spec:
                remediationAction: inform
                severity: low
                object-templates: [{complianceType: musthave, objectDefinition: {apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: default}, data: {word: %s}}}]
        """
            .formatted(policy, namespace(), strategy, policy, content));
  }

  private void bind() {
    apply(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: all, namespace: %s}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [%s]
        """
            .formatted(
                namespace(),
                names().stream()
                    .map(
                        "{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %s}"
                            ::formatted)
                    .collect(Collectors.joining(", "))));
  }

  private void apply(ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    var objects = client.genericKubernetesResources(kind).inNamespace(namespace());
    GenericKubernetesResource there = objects.withName(object.getMetadata().getName()).get();
    if (there == null) {
      assertThat(objects.resource(object).create()).isNotNull();
    } else {
      object.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
      objects.resource(object).update();
    }
  }

  /** The next fixture may use the same servers. */
  @Override
  public void close() {
    stop();
    for (ResourceDefinitionContext kind : List.of(Kinds.POLICY, Kinds.ROLLOUT)) {
      client.genericKubernetesResources(kind).inNamespace(namespace()).delete();
    }
    for (String policy : names()) {
      clusters().forEach(cluster -> replica(policy, cluster).delete());
    }
    rollout.close();
  }
}
