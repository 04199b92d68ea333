package io.sluice.control.template;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.template.ResourceId;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemplateControllerTest {
  private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "default", "web");

  private static final ResourceId POLICY =
      new ResourceId("policy.karmada.io/v1alpha1", "PropagationPolicy", "default", "pp");

  private final VirtualTime time = new VirtualTime();
  private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
  private final PropagationHub hub = new PropagationHub(server, time);

  @AfterEach
  void close() {
    hub.close();
    server.close();
  }

  @Test
  void anActivationIsOneWriteOfEachObjectAndARestartIsNone() {
    hub.clusters(List.of("c1", "c2"));
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.apply(web(1));
    hub.start();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();

    server.forgetRequests();
    hub.apply(policy(Map.of("clusterNames", List.of("c2")), Map.of()));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    hub.quiet();
    assertThat(
            server.writes().stream()
                .filter(RecordedWrite::succeeded)
                .map(write -> write.verb() + " " + write.resource() + write.subresource()))
        .containsExactly(
            "patch propagationpolicies",
            "update resourcebindings",
            "create namespaces",
            "create works",
            "delete works",
            "patch resourcebindingsstatus");

    server.forgetRequests();
    hub.stop();
    hub.start();
    hub.quiet();
    assertThat(server.writes()).isEmpty();
  }

  /** A Deployment's generation counts edits of annotations, also of the one that records it. */
  @Test
  void whatWasSeenIsRecordedOnATemplateOnce() {
    hub.clusters(List.of("c1"));
    hub.apply(web(1));
    hub.start();
    hub.quiet();
    // In the second of the template the policy would count as the older one.
    hub.advance(Duration.ofSeconds(1));
    server.forgetRequests();
    Map<String, Object> policy = policy(Map.of("clusterNames", List.of("c1")), Map.of());
    policy.put("spec", lazy(JsonTree.map(policy, "spec")));
    hub.apply(policy);
    hub.soon(
        () ->
            assertThat(HubObjects.annotations(hub.get(WEB).orElseThrow()))
                .containsKey("sluice.io/seen"));
    hub.quiet();
    assertThat(hub.events)
        .isNotEmpty()
        .allSatisfy(
            event ->
                assertThat(event)
                    .matches(
                        "ActivationPending: revision \\w+ of PropagationPolicy/default/pp \\(generation 1\\) waits, nothing is active: the content was there already; a change of the content activates it"));
    assertThat(server.writes())
        .filteredOn(RecordedWrite::succeeded)
        .filteredOn(write -> write.resource().equals("deployments"))
        .hasSize(1);
    hub.stop();
    hub.start();
    hub.quiet();
    assertThat(server.writes())
        .filteredOn(RecordedWrite::succeeded)
        .filteredOn(write -> write.resource().equals("deployments"))
        .hasSize(1);
  }

  @Test
  void aTemplateThatIsSeenBeforeAnEarlierEditOfItsLazyPolicyGoesToTheClustersOfThatEdit() {
    hub.clusters(List.of("c1", "c2"));
    hub.apply(lazyPolicy("c1"));
    hub.apply(web(1));
    hub.start();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();
    Map<String, Map<String, Object>> former = hub.manifests(WEB);

    freezePolicies();
    hub.apply(lazyPolicy("c2"));
    server.forgetRequests();
    hub.apply(web(2));
    hub.soon(
        () ->
            assertThat(server.requests())
                .anySatisfy(
                    (request, count) -> {
                      assertThat(request).contains("list propagationpolicies");
                      assertThat(count).isGreaterThan(2);
                    }));
    assertThat(hub.manifests(WEB)).isEqualTo(former);

    thawPolicies();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    hub.quiet();
    assertThat(server.writes())
        .filteredOn(RecordedWrite::succeeded)
        .filteredOn(write -> write.resource().equals("works"))
        .extracting(RecordedWrite::verb)
        .containsExactly("create", "delete");
  }

  /** Both in one second: creation times do not tell which was first. */
  @Test
  void aTemplateThatIsSeenBeforeItsLazyPolicyButWasCreatedAfterItGoesOut() {
    hub.clusters(List.of("c1"));
    hub.apply(web(1));
    hub.apply(lazyPolicy("c1"));
    hub.start();
    hub.soon(
        () -> assertThat(hub.get(POLICY).orElseThrow().getMetadata().getLabels()).isNotEmpty());
    hub.delete(WEB);
    hub.delete(POLICY);
    hub.soon(() -> assertThat(hub.get(POLICY)).isEmpty());
    hub.quiet();

    freezePolicies();
    hub.apply(lazyPolicy("c1"));
    hub.apply(web(2));
    hub.quiet();
    assertThat(hub.manifests(WEB)).isEmpty();

    thawPolicies();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
  }

  private void freezePolicies() {
    Faults.Injected frozen =
        server
            .faults()
            .inject(
                RequestMatcher.anything().verb("watch").kind("PropagationPolicy"),
                Fault.watchFrozen());
    await().until(() -> frozen.hits() > 0);
    hub.silent(KarmadaKinds.PROPAGATION_POLICY, true);
  }

  private void thawPolicies() {
    server.faults().clear();
    hub.silent(KarmadaKinds.PROPAGATION_POLICY, false);
  }

  private static Map<String, Object> lazyPolicy(String cluster) {
    Map<String, Object> policy = policy(Map.of("clusterNames", List.of(cluster)), Map.of());
    policy.put("spec", lazy(JsonTree.map(policy, "spec")));
    return policy;
  }

  @Test
  void theFirstActivationOfADeploymentWritesItsBindingOnce() {
    hub.clusters(List.of("c1"));
    hub.start();
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.quiet();
    server.forgetRequests();
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();
    assertThat(server.writes())
        .filteredOn(RecordedWrite::succeeded)
        .extracting(write -> write.verb() + " " + write.resource() + write.subresource())
        .filteredOn(write -> !write.endsWith("status"))
        .containsExactly(
            "create deployments",
            "create resourcebindings",
            "patch deployments",
            "create namespaces",
            "create works");
  }

  /** The edit takes the generation that the record names for the claim. */
  @Test
  void anEditAfterACrashBetweenBindingAndClaimIsTheUsers() {
    hub.clusters(List.of("c1", "c2"));
    hub.start();
    Map<String, Object> policy = policy(Map.of("clusterNames", List.of("c1")), Map.of());
    policy.put("spec", lazy(JsonTree.map(policy, "spec")));
    hub.apply(policy);
    hub.quiet();
    server
        .faults()
        .inject(RequestMatcher.anything().verb("patch").kind("Deployment"), Fault.error(500));
    hub.advance(Duration.ofSeconds(1));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.binding(WEB)).isPresent());
    hub.stop();
    assertThat(hub.get(WEB).orElseThrow().getMetadata().getLabels()).isNullOrEmpty();
    server.faults().clear();

    Map<String, Object> edited = policy(Map.of("clusterNames", List.of("c2")), Map.of());
    edited.put("spec", lazy(JsonTree.map(edited, "spec")));
    hub.apply(edited);
    hub.apply(web(2));
    hub.start();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    assertThat(hub.manifests(WEB).get("c2").get("spec").toString()).contains("replicas=2");
    assertThat(hub.get(new ResourceId("v1", "Namespace", "", "karmada-es-c1")))
        .as("the former placement never gets the new content")
        .isEmpty();
    assertThat(hub.events).noneMatch(event -> event.startsWith("ActivationPending"));
    hub.soon(() -> assertThat(condition("Activated")).containsEntry("status", "True"));
  }

  @Test
  void whatIsPendingIsShownAndReleasedAtItsInstantAlsoAfterARestart() {
    hub.clusters(List.of("c1", "c2"));
    hub.start();
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();

    String far = hub.now().plusSeconds(3600).toString();
    hub.apply(pendingUntil(far));
    hub.soon(
        () ->
            assertThat(condition("Activated"))
                .containsEntry("reason", "PendingUserChange")
                .hasEntrySatisfying(
                    "message",
                    message -> assertThat(message.toString()).contains("placement", far)));
    hub.stop();
    hub.start();
    hub.quiet();
    assertThat(hub.manifests(WEB)).containsOnlyKeys("c1");

    hub.stop();
    Instant at = hub.now().plusSeconds(3);
    hub.apply(pendingUntil(at.toString()));
    hub.start();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    assertThat(hub.now()).isAfterOrEqualTo(at);
    hub.soon(() -> assertThat(condition("Activated")).containsEntry("status", "True"));
  }

  private static Map<String, Object> pendingUntil(String instant) {
    Map<String, Object> edited =
        policy(Map.of("clusterNames", List.of("c2")), Map.of("sluice.io/activate-at", instant));
    edited.put("spec", lazy(JsonTree.map(edited, "spec")));
    return edited;
  }

  @Test
  void whatIsNoInstantReleasesNothingAndIsNamed() {
    hub.clusters(List.of("c1", "c2"));
    hub.start();
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));

    Map<String, Object> edited =
        policy(
            Map.of("clusterNames", List.of("c2")), Map.of("sluice.io/activate-at", "2026-03-01"));
    edited.put("spec", lazy(JsonTree.map(edited, "spec")));
    hub.apply(edited);
    hub.soon(
        () ->
            assertThat(condition("Activated"))
                .containsEntry("status", "False")
                .containsEntry("reason", "BadInstant")
                .hasEntrySatisfying(
                    "message",
                    message ->
                        assertThat(message.toString())
                            .contains("\"2026-03-01\"", "2026-03-01T22:00:00Z")));
    hub.quiet();
    assertThat(hub.manifests(WEB)).containsOnlyKeys("c1");
  }

  @Test
  void clustersThatJoinAndLeaveFollowTheActivePlacement() {
    hub.clusters(List.of("c1"));
    hub.start();
    hub.apply(
        policy(Map.of("labelSelector", Map.of("matchLabels", Map.of("name", "c2"))), Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(condition("Scheduled")).containsEntry("reason", "NoClusterFit"));

    hub.clusters(List.of("c2"));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    hub.delete(
        new ResourceId(
            Kinds.apiVersion(Kinds.MANAGED_CLUSTER), Kinds.MANAGED_CLUSTER.getKind(), "", "c2"));
    hub.soon(() -> assertThat(hub.manifests(WEB)).isEmpty());
  }

  @Test
  void aClusterScopedTemplateHasABindingOfItsKind() {
    ResourceId role = new ResourceId("rbac.authorization.k8s.io/v1", "ClusterRole", "", "sys:web");
    ResourceId valid = new ResourceId(role.apiVersion(), role.kind(), "", "web");
    hub.clusters(List.of("c1"));
    hub.start();
    Map<String, Object> policy = policy(Map.of("clusterNames", List.of("c1")), Map.of());
    policy.put("kind", "ClusterPropagationPolicy");
    policy.put("metadata", Map.of("name", "cpp"));
    Map<String, Object> spec = JsonTree.map(policy, "spec");
    spec.put(
        "resourceSelectors",
        List.of(Map.of("apiVersion", valid.apiVersion(), "kind", valid.kind())));
    policy.put("spec", spec);
    hub.apply(policy);
    hub.apply(
        Map.of(
            "apiVersion", valid.apiVersion(),
            "kind", valid.kind(),
            "metadata", Map.of("name", valid.name()),
            "rules", List.of()));

    hub.soon(() -> assertThat(hub.manifests(valid)).containsOnlyKeys("c1"));
    assertThat(hub.binding(valid)).isPresent();
    assertThat(role.bindingName()).isEqualTo("sys.web-clusterrole");

    hub.delete(valid);
    hub.soon(() -> assertThat(hub.manifests(valid)).isEmpty());
    hub.soon(() -> assertThat(hub.binding(valid)).isEmpty());
  }

  @Test
  void aPolicyThatIsDeletedWhileNothingRunsTakesItsClaimsAlong() {
    hub.clusters(List.of("c1"));
    hub.apply(web(1));
    hub.start();
    Map<String, Object> waiting = policy(Map.of("clusterNames", List.of("c1")), Map.of());
    waiting.put("spec", lazy(new LinkedHashMap<>(JsonTree.map(waiting, "spec"))));
    hub.apply(waiting);
    hub.soon(() -> assertThat(PropagationHub.claim(hub.get(WEB).orElseThrow())).isNotEmpty());
    hub.stop();
    hub.delete(POLICY);
    hub.start();

    hub.soon(() -> assertThat(PropagationHub.claim(hub.get(WEB).orElseThrow())).isEmpty());
    assertThat(HubObjects.annotations(hub.get(WEB).orElseThrow()))
        .doesNotContainKey("sluice.io/seen");
  }

  @Test
  void nothingIsWrittenWhileKarmadasLeaseIsRenewedAndEverythingWhenItHasExpired() {
    hub.clusters(List.of("c1", "c2"));
    hub.start();
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();

    hub.apply(Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", named("karmada-system")));
    hub.apply(karmadaLease(3600));
    hub.soon(() -> assertThat(hub.events).anyMatch(event -> event.startsWith("KarmadaRunning: ")));
    server.forgetRequests();
    hub.apply(policy(Map.of("clusterNames", List.of("c2")), Map.of()));
    hub.apply(web(2));
    hub.quiet();
    assertThat(server.writes())
        .extracting(write -> write.verb() + " " + write.resource())
        .containsExactly("patch propagationpolicies", "patch deployments");
    assertThat(hub.suspended()).hasValueSatisfying(why -> assertThat(why).contains("karmada"));

    hub.apply(karmadaLease(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c2"));
    assertThat(hub.suspended()).isEmpty();
  }

  @Test
  void cachesThatAreReadAnewAreReadOfEveryKindAlsoOfTemplates() {
    hub.clusters(List.of("c1"));
    hub.start();
    hub.apply(policy(Map.of("clusterNames", List.of("c1")), Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.soon(() -> assertThat(hub.caches().notRead()).isEmpty());
    assertThat(hub.caches().watched())
        .contains(
            "works.work.karmada.io",
            "managedclusters.cluster.open-cluster-management.io",
            "leases.coordination.k8s.io",
            "deployments.apps");

    server.faults().inject(RequestMatcher.anything().verb("list"), Fault.error(500));
    hub.caches().informers().listAnew();
    assertThat(hub.caches().notRead()).contains("works.work.karmada.io");
    assertThat(hub.caches().synced()).isFalse();
    server.faults().clear();
    Patience.await().untilAsserted(() -> assertThat(hub.caches().notRead()).isEmpty());
    Patience.await().untilAsserted(() -> assertThat(hub.caches().synced()).isTrue());
  }

  private static Map<String, Object> named(String name) {
    return Map.of("name", name);
  }

  private Map<String, Object> karmadaLease(int seconds) {
    return Map.of(
        "apiVersion",
        "coordination.k8s.io/v1",
        "kind",
        "Lease",
        "metadata",
        Map.of("name", "karmada-controller-manager", "namespace", "karmada-system"),
        "spec",
        Map.of(
            "holderIdentity",
            "karmada-1",
            "leaseDurationSeconds",
            seconds,
            "renewTime",
            hub.now().toString()));
  }

  private Map<String, Object> condition(String type) {
    return hub.binding(WEB).stream()
        .flatMap(
            binding -> JsonTree.maps(HubObjects.part(binding, "status"), "conditions").stream())
        .filter(condition -> type.equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of());
  }

  static Map<String, Object> lazy(Map<String, Object> spec) {
    spec.put("activationPreference", "Lazy");
    return spec;
  }

  static Map<String, Object> policy(Map<String, Object> affinity, Map<String, String> annotations) {
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put("apiVersion", "policy.karmada.io/v1alpha1");
    policy.put("kind", "PropagationPolicy");
    policy.put(
        "metadata", Map.of("name", "pp", "namespace", "default", "annotations", annotations));
    policy.put(
        "spec",
        Map.of(
            "resourceSelectors",
            List.of(Map.of("apiVersion", "apps/v1", "kind", "Deployment", "name", "web")),
            "placement",
            Map.of("clusterAffinity", affinity)));
    return policy;
  }

  static Map<String, Object> web(int replicas) {
    return Map.of(
        "apiVersion",
        "apps/v1",
        "kind",
        "Deployment",
        "metadata",
        Map.of("name", "web", "namespace", "default"),
        "spec",
        Map.of("replicas", replicas));
  }
}
