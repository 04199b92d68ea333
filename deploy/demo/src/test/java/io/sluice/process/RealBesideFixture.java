package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;

/**
 * Sets up a rollout on the hub of {@link BesideEnvironment}, and records what becomes of it. When
 * it is closed, the Rollout is deleted and nothing of its override may stay behind.
 */
public final class RealBesideFixture extends OverrideFixture {
  private final BesideEnvironment environment;
  private final OverrideHistory history;
  private final long begin;

  private RealBesideFixture(BesideEnvironment environment, RolloutFixture rollout) {
    super(rollout, environment.propagator());
    this.environment = environment;
    this.begin = environment.audit().length();
    this.history =
        new OverrideHistory(rollout.client(), rollout.namespace(), rollout.replicaName());
  }

  /** Rolls out to these groups, each named {@code name=cluster,cluster}. */
  public static RealBesideFixture of(String... groups) {
    return with(SpokeBehaviours.all(SpokeBehaviour.ORDINARY), groups);
  }

  static RealBesideFixture with(SpokeBehaviours spokes, String... groups) {
    BesideEnvironment environment = BesideEnvironment.get();
    RolloutFixture rollout =
        RolloutFixture.on(new LocalTestServers(environment.servers()), groups).informing();
    return new RealBesideFixture(environment, rollout.spokes(spokes));
  }

  RealBesideFixture policy(String content) {
    write(content);
    return this;
  }

  public BesideEnvironment environment() {
    return environment;
  }

  /** Returns what Sluice wrote meanwhile that it must not write. */
  List<AuditLog.Entry> forbiddenWrites() {
    return environment.forbiddenWrites(begin);
  }

  OverrideHistory history() {
    return history;
  }

  /** Returns what Sluice wrote for this policy and the hub accepted, but for status and Events. */
  public List<String> writes() {
    return environment.audit().of(BesideEnvironment.WORKER, rollout.namespace()).stream()
        .filter(AuditLog.Entry::writes)
        .filter(entry -> entry.code() < 300)
        .map(AuditLog.Entry::action)
        .filter(action -> !action.endsWith("events") && !action.endsWith("rollouts/status"))
        .toList();
  }

  /** Returns how often Sluice has written a page so far. */
  public long pageWrites() {
    return writes().stream().filter("update placementdecisions/status"::equals).count();
  }

  /** Returns the clusters of one page, in its order. */
  List<String> page(int number) {
    GenericKubernetesResource page =
        client()
            .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
            .inNamespace(rollout.namespace())
            .withName("sluice-web-decision-" + number)
            .get();
    return JsonTree.maps(HubObjects.part(page, "status"), "decisions").stream()
        .map(decision -> String.valueOf(decision.get("clusterName")))
        .toList();
  }

  /**
   * Returns the steps that the writes made: a wave may be listed in several, and what got no answer
   * is written again.
   */
  List<String> steps() {
    List<String> steps = new ArrayList<>();
    writes().stream()
        .filter(write -> steps.isEmpty() || !steps.get(steps.size() - 1).equals(write))
        .forEach(steps::add);
    return steps;
  }

  /** Checks that each of these clusters was listed once, and that each write changed a page. */
  void checkPagesWereWrittenOnce(String... clusters) {
    Awaitility.await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () ->
                assertThat(history.added())
                    .as("changes of pages")
                    .hasSize(Math.toIntExact(pageWrites())));
    assertThat(history.added().stream().flatMap(Set::stream))
        .as("clusters that began to be listed")
        .containsExactlyInAnyOrder(clusters);
  }

  /** Checks that the propagator turned a replica once from inform to enforce, and back, or not. */
  void checkEnforced(String cluster, Boolean... sequence) {
    Awaitility.await()
        .atMost(Patience.MOST)
        .untilAsserted(
            () -> assertThat(history.enforced(cluster)).as(cluster).containsExactly(sequence));
  }

  /** Returns the Events on the policy, as {@code type reason note}. */
  List<String> events() {
    return rollout
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(rollout.namespace())
        .list()
        .getItems()
        .stream()
        .map(event -> event.getAdditionalProperties())
        .filter(event -> "web".equals(regarding(event).get("name")))
        .map(event -> event.get("type") + " " + event.get("reason") + " " + event.get("note"))
        .toList();
  }

  private static Map<String, Object> regarding(Map<String, Object> event) {
    return JsonTree.map(event.get("regarding"));
  }

  KubernetesClient client() {
    return rollout.client();
  }

  /** Waits until the last of these groups waits for its approval, and approves them all. */
  void approve(String... groups) {
    awaitWaitingFor("Waiting for approval of group " + groups[groups.length - 1]);
    rollout.approve(groups);
  }

  /** Waits until the status shows that the rollout waits for this. */
  void awaitWaitingFor(String beginning) {
    rollout.awaitStatus(
        Patience.MOST, found -> String.valueOf(found.get("waitingFor")).startsWith(beginning));
  }

  /** Waits until this attempt has ended so. */
  void awaitEnd(int attempt, String outcome) {
    rollout.awaitStatus(
        Patience.MOST,
        found ->
            Integer.valueOf(attempt).equals(found.get("attempt"))
                && outcome.equals(found.get("outcome"))
                && Boolean.FALSE.equals(found.get("runOpen")));
  }

  /** Aborts the attempt, as a person does. */
  void abort() {
    rollout.run().update("abort", PolicyRolloutWorkflow.RequestAnswer.class, Map.of("by", "ann"));
  }

  /** A fleet of spokes that stayed would report beside that of the next fixture. */
  @Override
  public void close() {
    try {
      propagator.resume();
      deleteRollout();
      await(() -> rollout.rollout().isEmpty() && clean());
      new OverrideHistoryCheck(history).check();
      assertThat(forbiddenWrites()).isEmpty();
    } finally {
      history.close();
      rollout.close();
    }
  }
}
