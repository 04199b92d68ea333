package io.sluice.control.template;

import static io.sluice.control.template.TemplateControllerTest.lazy;
import static io.sluice.control.template.TemplateControllerTest.policy;
import static io.sluice.control.template.TemplateControllerTest.web;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.template.ResourceId;
import io.sluice.template.WorkExecutor;
import io.sluice.time.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TemplateSettingsTest {
  private static final ResourceId WEB = new ResourceId("apps/v1", "Deployment", "default", "web");
  private static final ResourceId CONFIG =
      new ResourceId("v1", "ConfigMap", "default", "web-config");
  private static final ResourceId POLICY =
      new ResourceId("policy.karmada.io/v1alpha1", "PropagationPolicy", "default", "pp");
  private static final Map<String, Object> ON_C1 = Map.of("clusterNames", List.of("c1"));

  private final VirtualTime time = new VirtualTime();
  private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
  private final PropagationHub hub = new PropagationHub(server, time);

  @AfterEach
  void close() {
    hub.close();
    server.close();
  }

  @Test
  void aKeyThatMachineryOwnsReleasesNothingThatIsPending() {
    hub.clusters(List.of("c1", "c2"));
    hub.start(
        new TemplateSettings(List.of("example.com/restored-by"), List.of(), WorkExecutor.NONE));
    hub.apply(selecting(CONFIG, ON_C1));
    hub.apply(config());
    hub.soon(() -> assertThat(hub.manifests(CONFIG)).containsOnlyKeys("c1"));
    hub.quiet();
    hub.apply(selecting(CONFIG, Map.of("clusterNames", List.of("c2"))));
    hub.quiet();

    annotate("example.com/restored-by", "backup");
    hub.quiet();
    assertThat(hub.manifests(CONFIG)).containsOnlyKeys("c1");

    annotate("example.com/owner", "ann");
    hub.soon(() -> assertThat(hub.manifests(CONFIG)).containsOnlyKeys("c2"));
  }

  @Test
  void inAnExcludedNamespaceNothingIsClaimed() {
    hub.clusters(List.of("c1"));
    hub.start(new TemplateSettings(List.of(), List.of("def*"), WorkExecutor.NONE));
    hub.apply(policy(ON_C1, Map.of()));
    hub.apply(web(1));
    hub.quiet();
    assertThat(PropagationHub.claim(hub.get(WEB).orElseThrow())).isEmpty();
    assertThat(hub.binding(WEB)).isEmpty();

    hub.stop();
    hub.start();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
  }

  @Test
  void aWorkOfKarmadasAgentGoesWhenTheAgentHasLetItGo() {
    hub.clusters(List.of("c1"));
    hub.start(new TemplateSettings(List.of(), List.of(), WorkExecutor.KARMADA_AGENT));
    hub.apply(policy(ON_C1, Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    assertThat(hub.works())
        .singleElement()
        .satisfies(
            work ->
                assertThat(work.getMetadata().getFinalizers())
                    .containsExactly("karmada.io/execution-controller"));

    hub.delete(WEB);
    hub.soon(
        () ->
            assertThat(hub.works())
                .singleElement()
                .satisfies(
                    work -> assertThat(work.getMetadata().getDeletionTimestamp()).isNotNull()));
    hub.quiet();
    assertThat(hub.binding(WEB)).isPresent();

    letGo();
    hub.soon(() -> assertThat(hub.works()).isEmpty());
    hub.soon(() -> assertThat(hub.binding(WEB)).isEmpty());
  }

  @Test
  void aTemplateThatIsCreatedAgainWaitsForTheAgentAndSaysSo() {
    hub.clusters(List.of("c1"));
    hub.start(new TemplateSettings(List.of(), List.of(), WorkExecutor.KARMADA_AGENT));
    hub.apply(policy(ON_C1, Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.delete(WEB);
    hub.apply(web(2));
    hub.soon(
        () ->
            assertThat(hub.events)
                .contains(
                    "BindingTerminating: Cannot propagate it yet: its former binding"
                        + " web-deployment is being deleted, and finalizers keep its Works in"
                        + " karmada-es-c1. Have the executor of these members let them go."));

    letGo();
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
  }

  @Test
  void aWorkOfAClusterThatIsGoneWaitsForNoAgent() {
    hub.clusters(List.of("c1"));
    hub.start(new TemplateSettings(List.of(), List.of(), WorkExecutor.KARMADA_AGENT));
    hub.apply(policy(ON_C1, Map.of()));
    hub.apply(web(1));
    hub.soon(() -> assertThat(hub.manifests(WEB)).containsOnlyKeys("c1"));
    hub.quiet();

    hub.delete(
        new ResourceId(
            Kinds.apiVersion(Kinds.MANAGED_CLUSTER), Kinds.MANAGED_CLUSTER.getKind(), "", "c1"));
    hub.soon(() -> assertThat(hub.works()).isEmpty());
  }

  @Test
  void aKindThatTheServerLacksAndOneThatIsNeverATemplateAreNamedByEvents() {
    hub.start();
    Map<String, Object> policy = policy(ON_C1, Map.of());
    policy.put(
        "spec",
        Map.of(
            "resourceSelectors",
            List.of(
                Map.of("apiVersion", "example.com/v1", "kind", "Database"),
                Map.of("apiVersion", "coordination.k8s.io/v1", "kind", "Lease"))));
    hub.apply(policy);

    hub.soon(
        () ->
            assertThat(hub.events)
                .contains(
                    "KindNotFound: The server does not know example.com/v1 Database: selectors that"
                        + " name it match nothing. Install its CRD; it is looked for every 30 s.",
                    "FieldHasNoEffect: A selector names coordination.k8s.io/v1 Lease, of which"
                        + " nothing is ever propagated. Remove it."));
    assertThat(hub.get(POLICY)).isPresent();
  }

  private void annotate(String key, String value) {
    hub.patch(CONFIG, Map.of("metadata", Map.of("annotations", Map.of(key, value))), "");
  }

  /** Plays the agent. */
  private void letGo() {
    hub.works()
        .forEach(
            work ->
                hub.patch(
                    new ResourceId(
                        work.getApiVersion(),
                        work.getKind(),
                        work.getMetadata().getNamespace(),
                        work.getMetadata().getName()),
                    Map.of("metadata", Map.of("finalizers", List.of())),
                    ""));
  }

  private static Map<String, Object> selecting(ResourceId template, Map<String, Object> affinity) {
    Map<String, Object> policy = policy(affinity, Map.of());
    Map<String, Object> spec = lazy(new LinkedHashMap<>(JsonTree.map(policy, "spec")));
    spec.put(
        "resourceSelectors",
        List.of(
            Map.of(
                "apiVersion",
                template.apiVersion(),
                "kind",
                template.kind(),
                "name",
                template.name())));
    policy.put("spec", spec);
    return policy;
  }

  private static Map<String, Object> config() {
    return Map.of(
        "apiVersion",
        "v1",
        "kind",
        "ConfigMap",
        "metadata",
        Map.of("name", CONFIG.name(), "namespace", "default"),
        "data",
        Map.of("a", "1"));
  }
}
