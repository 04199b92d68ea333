package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.devservers.Kubectl;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes with one right to a real API server with the policies of {@code deploy/admission}, which
 * ask for another one.
 */
@Timeout(Patience.TEST)
class AdmissionStrangersIT {
  private static final String NAMESPACE = "admission-strangers";
  private static final String GROUP = Kinds.ROLLOUT.getGroup();
  private static final String ANN = "sluice:ann";
  private static final Permission BIND_POLICIES =
      new Permission("create", Kinds.PLACEMENT_BINDING.getGroup(), "placementbindings", "", "");

  private static final String WEB =
      "/apis/" + GROUP + "/v1beta1/namespaces/" + NAMESPACE + "/rollouts/policy-web";

  @TempDir private Path folder;

  private final List<String[]> installed = new ArrayList<>();
  private final List<GenericKubernetesResource> calendars = new ArrayList<>();
  private KubernetesClient admin;
  private PoorUser stranger;

  @BeforeEach
  void connect() {
    admin = SharedDevServers.get().client();
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
    stranger = new PoorUser(admin);
  }

  @AfterEach
  void clear() {
    installed.forEach(source -> kubectl("delete", source));
    admin.genericKubernetesResources(Kinds.ROLLOUT).inNamespace(NAMESPACE).delete();
    admin
        .genericKubernetesResources(Kinds.MANAGED_CLUSTER_SET_BINDING)
        .inNamespace(NAMESPACE)
        .delete();
    calendars.forEach(calendar -> admin.resource(calendar).delete());
    stranger.close();
    admin.close();
  }

  @Test
  void whoMayUpdateARolloutSaysForNobodyElseWhatTheyApproved() {
    stranger.grant(
        List.of(
            new Permission("get", GROUP, "rollouts", "", ""),
            new Permission("update", GROUP, "rollouts", "", "")));
    admin
        .resource(
            rollout(
                "web",
                Map.of(
                    "decisionGroups",
                    List.of(Map.of("groupName", "dev", "rolloutApproved", true)),
                    "approvals",
                    Map.of("prod", Map.of("rolloutApproved", true)))))
        .fieldManager(ANN)
        .serverSideApply();
    admin
        .resource(
            rollout("web", Map.of("approvals", Map.of("qa", Map.of("rolloutApproved", true)))))
        .fieldManager("bob")
        .serverSideApply();
    install("-f", "../deploy/admission");

    forgeryIsRefused(entry -> entry.putObject("fieldsV1").putObject("f:spec"));
    forgeryIsRefused(entry -> entry.put("time", "2099-01-01T00:00:00Z"));
    forgeryIsRefused(entry -> entry.put("manager", "sluice:bob"));
    forgeryIsRefused(
        entry ->
            ((ObjectNode) entry.at("/fieldsV1/f:spec/f:approvals"))
                .putObject("f:qa")
                .putObject("f:rolloutApproved"));
    ObjectNode withdrawn = read();
    spec(withdrawn).putArray("decisionGroups");
    spec(withdrawn).putObject("approvals").putObject("prod").put("rolloutApproved", false);
    assertThat(put(withdrawn).getMetadata().getName()).isEqualTo("policy-web");
  }

  @Test
  void whoMayCreateRolloutsAloneEnforcesNothingByThem() {
    List<Permission> rights =
        Stream.of("get", "create", "update")
            .map(verb -> new Permission(verb, GROUP, "rollouts", "", ""))
            .toList();
    stranger.grant(rights);
    install("-k", "../deploy/admission/authors");
    GenericKubernetesResource all =
        rollout("all", Map.of("rolloutStrategy", Map.of("type", "All")));

    refused(
        () -> stranger.client().resource(all).dryRun().create(),
        "may not create placementbindings");
    GenericKubernetesResource plain =
        stranger.client().resource(rollout("plain", Map.of("paused", true))).create();
    plain.setAdditionalProperty("spec", Map.of("paused", false));
    GenericKubernetesResource resumed = stranger.client().resource(plain).update();
    resumed.setAdditionalProperty("spec", HubObjects.part(all, "spec"));
    assertThatThrownBy(() -> stranger.client().resource(resumed).update())
        .hasMessageContaining("may not create placementbindings");

    stranger.grant(Stream.concat(rights.stream(), Stream.of(BIND_POLICIES)).toList());
    Patience.await()
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(() -> stranger.client().resource(all).create() != null);
  }

  /** OCM's webhook asks for this; a hub of Sluice alone has none. */
  @Test
  void whoMayCreateBindingsOfSetsBindsNoneThatIsNotTheirs() {
    List<Permission> rights =
        Stream.of("get", "create", "update")
            .map(verb -> new Permission(verb, GROUP, "managedclustersetbindings", "", ""))
            .toList();
    Permission mine = new Permission("create", GROUP, "managedclustersets/bind", "", "mine");
    stranger.grant(Stream.concat(rights.stream(), Stream.of(mine)).toList());
    install("-k", "../deploy/admission/placements");

    refused(
        () -> stranger.client().resource(setBinding("other")).dryRun().create(),
        "may not create managedclustersets/bind");
    GenericKubernetesResource bound = stranger.client().resource(setBinding("mine")).create();
    bound.setAdditionalProperty("spec", Map.of("clusterSet", "other"));
    assertThatThrownBy(() -> stranger.client().resource(bound).update())
        .hasMessageContaining("may not create managedclustersets/bind");
  }

  @Test
  void whoMayWriteARolloutIgnoresNoCalendarOfTheCluster() {
    List<Permission> rights =
        Stream.of("get", "create", "update")
            .map(verb -> new Permission(verb, GROUP, "rollouts", "", ""))
            .toList();
    stranger.grant(rights);
    calendar("elsewhere", Map.of("kubernetes.io/metadata.name", "elsewhere"));
    calendar("year-end", Map.of("kubernetes.io/metadata.name", NAMESPACE));
    install("-k", "../deploy/admission/calendars");
    GenericKubernetesResource ignoring = rollout("ignoring", ignore("first"));

    refused(
        () -> stranger.client().resource(ignoring).dryRun().create(),
        "pass ClusterRolloutCalendar year-end");
    GenericKubernetesResource plain =
        stranger.client().resource(rollout("plain", Map.of("paused", true))).create();
    plain.setAdditionalProperty("spec", ignore("first"));
    assertThatThrownBy(() -> stranger.client().resource(plain).update())
        .hasMessageContaining("has no right to ignore it. Ask for the verb ignore on it, or wait.")
        .hasMessageNotContaining("elsewhere");

    Permission pass = new Permission("ignore", GROUP, "clusterrolloutcalendars", "", "year-end");
    stranger.grant(Stream.concat(rights.stream(), Stream.of(pass)).toList());
    Patience.await()
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(() -> stranger.client().resource(ignoring).create() != null);
    stranger.grant(rights);
    GenericKubernetesResource paused = rollout("ignoring", ignore("first"));
    paused.setAdditionalProperty(
        "spec", Map.of("schedule", ignore("first").get("schedule"), "paused", true));
    assertThat(stranger.client().resource(paused).update().getMetadata().getName())
        .isEqualTo("policy-ignoring");
  }

  private static Map<String, Object> ignore(String attempt) {
    return Map.of("schedule", Map.of("ignore", Map.of("rolloutUID", attempt, "reason", "a hole")));
  }

  /** A calendar without a rule: nothing is closed by it. */
  private void calendar(String name, Map<String, String> namespaces) {
    GenericKubernetesResource calendar =
        HubObjects.object(
            Kinds.CLUSTER_ROLLOUT_CALENDAR, new ObjectMetaBuilder().withName(name).build());
    calendar.setAdditionalProperty(
        "spec", Map.of("namespaceSelector", Map.of("matchLabels", namespaces)));
    calendars.add(admin.resource(calendar).create());
  }

  private static GenericKubernetesResource setBinding(String set) {
    GenericKubernetesResource binding =
        HubObjects.object(
            Kinds.MANAGED_CLUSTER_SET_BINDING,
            new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(set).build());
    binding.setAdditionalProperty("spec", Map.of("clusterSet", set));
    return binding;
  }

  /** The client's own types leave out what is empty, as all leaves of managed fields are. */
  private void forgeryIsRefused(Consumer<ObjectNode> change) {
    ObjectNode rollout = read();
    // The API server puts back a time that changes alone.
    spec(rollout).put("paused", true);
    List<ObjectNode> anns = new ArrayList<>();
    for (JsonNode entry : rollout.at("/metadata/managedFields")) {
      if (entry.path("manager").asText().equals(ANN)) {
        anns.add((ObjectNode) entry);
      }
    }
    assertThat(anns).hasSize(1);
    anns.forEach(change);
    refused(() -> put(rollout), "Cannot write metadata.managedFields of a Rollout");
  }

  private ObjectNode read() {
    return HubObjects.parse(admin.raw(WEB), ObjectNode.class).orElseThrow();
  }

  private static ObjectNode spec(ObjectNode rollout) {
    return (ObjectNode) rollout.get("spec");
  }

  private GenericKubernetesResource put(ObjectNode rollout) {
    return HubObjects.parse(
            stranger.client().raw(WEB + "?dryRun=All", "PUT", rollout),
            GenericKubernetesResource.class)
        .orElseThrow();
  }

  /** A policy takes a moment to count: until then nothing must be written. */
  private static void refused(ThrowingCallable dryRun, String why) {
    Patience.await()
        .untilAsserted(
            () ->
                assertThatThrownBy(dryRun)
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining(why));
  }

  private static GenericKubernetesResource rollout(String name, Map<String, Object> spec) {
    GenericKubernetesResource rollout =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder().withNamespace(NAMESPACE).withName("policy-" + name).build());
    rollout.setAdditionalProperty("spec", spec);
    return rollout;
  }

  private void install(String... source) {
    installed.add(source);
    kubectl("apply", source);
  }

  private void kubectl(String verb, String... source) {
    Kubectl.Output done =
        new Kubectl(SharedDevServers.get(), folder).run(verb, source[0], source[1]);
    assertThat(done.code()).as(done.output()).isZero();
  }
}
