package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.ModeSetting;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that a worker needs each verb that {@code deploy/rbac/beside} grants, and no other. */
@Timeout(Patience.TEST)
class BesidePermissionsIT {
  private static BesideEnvironment environment;
  private static KubernetesClient admin;
  private static PoorUser user;

  @BeforeAll
  static void begin() {
    environment = BesideEnvironment.get();
    admin = environment.servers().client();
    user = new PoorUser(admin);
  }

  @AfterAll
  static void end() {
    user.close();
    admin.close();
  }

  static List<Arguments> rules() {
    return granted().stream()
        .map(right -> Arguments.of(right.verb() + " " + right.object(), right))
        .toList();
  }

  private static List<Permission> granted() {
    return PermissionCheck.needed(HubMode.BESIDE, Optional.of("sluice-system"), PlacementMode.OFF);
  }

  /**
   * Stops at the start, and names what is missing: nothing is found out in the middle of a wave.
   */
  @ParameterizedTest(name = "without {0}")
  @MethodSource("rules")
  void aWorkerSaysAtItsStartWhichVerbIsMissing(String rule, Permission missing) {
    user.grant(granted().stream().filter(permission -> !permission.equals(missing)).toList());
    PermissionCheck check =
        new PermissionCheck(
            user.client(), HubMode.BESIDE, Optional.of("sluice-system"), PlacementMode.OFF, false);
    await()
        .atMost(Patience.MOST)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () ->
                assertThatThrownBy(check::check)
                    .hasMessageContaining(
                        "may not %s. Run kubectl apply -f deploy/rbac/beside"
                            .formatted(PermissionCheck.message(List.of(missing)))));
  }

  /**
   * Plays what needs the rarer verbs: a page of a former override, an override that a person edits,
   * a deadline after which clusters are looked at, and a hub without the Lease; and a dependency on
   * a set of another namespace, which only the propagator reads.
   */
  @Test
  void everyVerbIsUsedAndNoRequestIsForbidden() throws InterruptedException {
    // Of a process of its own: with the gate the former one had more rights.
    long begin = environment.audit().length();
    admin
        .genericKubernetesResources(Kinds.LEASE)
        .inNamespace("sluice-system")
        .withName("sluice")
        .delete();
    environment.replaceWorker();
    BesideEnvironment.get();
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1", "prod=p1")) {
      fixture.policy("one");
      fixture.client().resource(formerPage(fixture)).create();
      dependOnAnotherNamespace(fixture);
      fixture.rollout.rollout(
          "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 10s}}}");
      fixture.await(() -> fixture.listed().equals(List.of("d1")));
      editTheOverride(fixture, Kinds.PLACEMENT);
      editTheOverride(fixture, Kinds.PLACEMENT_BINDING);
      fixture.awaitEnd(1, "Failed");
      fixture.deleteRollout();
      fixture.await(fixture::clean);
      decideModeWithoutLease(fixture);

      UsedRights.of(
              environment.audit().from(begin).stream()
                  .filter(entry -> entry.user().equals(BesideEnvironment.WORKER))
                  .toList())
          .coveredBy(granted())
          .useAll(granted(), Optional.empty());
    }
  }

  /** Takes a label off, and waits until it is there again. */
  private static void editTheOverride(RealBesideFixture fixture, ResourceDefinitionContext kind) {
    String label = "velero.io/exclude-from-backup";
    fixture
        .client()
        .genericKubernetesResources(kind)
        .inNamespace(fixture.rollout.namespace())
        .withName("sluice-web")
        .edit(
            object -> {
              object.getMetadata().getLabels().remove(label);
              return object;
            });
    fixture.await(
        () -> fixture.find(kind).orElseThrow().getMetadata().getLabels().containsKey(label));
  }

  /** Without an owner nothing but Sluice deletes it. */
  private static GenericKubernetesResource formerPage(RealBesideFixture fixture) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: sluice-web-decision-1
          namespace: %1$s
          labels:
            sluice.io/override: %1$s.web
            cluster.open-cluster-management.io/placement: sluice-web
        """
            .formatted(fixture.rollout.namespace()),
        GenericKubernetesResource.class);
  }

  private static void dependOnAnotherNamespace(RealBesideFixture fixture) {
    fixture.rollout.edit(
        fixture.rollout.namespace(),
        "web",
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(policy, "spec"));
          spec.put(
              "dependencies",
              List.of(
                  Map.of(
                      "apiVersion", "policy.open-cluster-management.io/v1beta1",
                      "kind", "PolicySet",
                      "name", "base",
                      "namespace", "default",
                      "compliance", "Compliant")));
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
  }

  private static void decideModeWithoutLease(RealBesideFixture fixture) {
    fixture.propagator.pause();
    try (KubernetesClient worker = environment.servers().workerClient()) {
      await()
          .atMost(Patience.MOST)
          .untilAsserted(
              () -> {
                admin
                    .genericKubernetesResources(Kinds.LEASE)
                    .inNamespace("open-cluster-management")
                    .withName(PropagatorGuard.LEASE)
                    .delete();
                assertThat(
                        new ModeCheck(worker, PropagatorNamespaces.DEFAULT)
                            .decide(ModeSetting.AUTO)
                            .message())
                    .startsWith("Mode Beside: the Policy CRD has no field spec.rolloutStrategy.");
              });
    } finally {
      fixture.propagator.resume();
    }
  }
}
