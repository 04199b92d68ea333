package io.sluice.hub.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.WatchedObject;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.Kinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which objects of the hub a check may read, and how they are judged (between-waves K5). */
class ObjectCheckTest {
  private static final String READY = "object.data.ready == 'yes'";
  private static final String CLUSTERS = "cluster.open-cluster-management.io/v1";
  private static final String ADD_ONS = "addon.open-cluster-management.io/v1alpha1";

  private final CheckScene scene = new CheckScene();

  @AfterEach
  void close() {
    scene.close();
  }

  private void create(ResourceDefinitionContext kind, String yaml) {
    scene.hub().create(kind, Yaml.object(yaml));
  }

  private void configMap(String namespace, String name, String ready) {
    create(
        Kinds.CONFIG_MAP,
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: %s, labels: {app: web}}, data: {ready: '%s'}}"
            .formatted(name, namespace, ready));
  }

  private CheckReply ask(String apiVersion, String kind, String name, String passed) {
    return ask(apiVersion, kind, Optional.of(name), Optional.empty(), passed, Optional.empty());
  }

  private CheckReply ask(
      String apiVersion,
      String kind,
      Optional<String> name,
      Optional<LabelSelector> selector,
      String passed,
      Optional<String> waits) {
    return scene.ask(new WatchedObject(apiVersion, kind, name, selector, passed, waits));
  }

  private CheckReply askAll(Optional<String> waits) {
    return ask(
        "v1",
        "ConfigMap",
        Optional.empty(),
        Optional.of(new LabelSelector(Map.of("app", "web"), List.of())),
        READY,
        waits);
  }

  @Test
  void anObjectIsReadByItsName() {
    configMap("default", "web", "yes");
    assertThat(ask("v1", "ConfigMap", "web", READY).result()).isEqualTo(CheckResult.PASSED);
    assertThat(ask("v1", "ConfigMap", "api", READY))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "there is no ConfigMap api in namespace default");
  }

  @Test
  void oneThatDoesNotPassFailsAndOneThatWaitsWaits() {
    configMap("default", "a", "yes");
    configMap("default", "b", "no");
    assertThat(askAll(Optional.empty()))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.FAILED, "failed: 1 of 2 objects, first b");
    assertThat(askAll(Optional.of("object.data.ready == 'no'")).result())
        .isEqualTo(CheckResult.WAIT);
  }

  @Test
  void objectsOfOtherNamespacesAreNotSeen() {
    create(Kinds.NAMESPACE, "{apiVersion: v1, kind: Namespace, metadata: {name: other}}");
    configMap("other", "web", "yes");
    assertThat(ask("v1", "ConfigMap", "web", READY).result()).isEqualTo(CheckResult.WAIT);
    assertThat(ask("v1", "ConfigMap", "../../other/configmaps/web", READY).message())
        .endsWith("is no name of an object");
    assertThat(ask("v1/../v1", "ConfigMap", "web", READY).message())
        .endsWith("is no apiVersion of an object");
    assertThat(ask("v1", "Namespace", "other", "true").message()).contains("Namespace has none");
  }

  @Test
  void secretsAreRefused() {
    scene.secret("prom", "{sluice.io/check: 'true'}", Map.of("token", "abc"));
    assertThat(ask("v1", "Secret", "prom", "true"))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "checks may not read objects of kind Secret");
  }

  @Test
  void tooManyObjectsAreNotRead() {
    for (int i = 0; i <= CheckedObjectReader.MOST; i++) {
      configMap("default", "web-" + i, "yes");
    }
    assertThat(askAll(Optional.empty()).message()).startsWith("more than 500 objects");
  }

  @Test
  void onlyTheManagedClustersOfTheGroupAreRead() {
    scene.cluster("c0", "{good: 'no'}");
    scene.cluster("c1", "{good: 'yes'}");
    scene.cluster("c2", "{good: 'yes'}");
    String good = "object.metadata.labels.good == 'yes'";
    assertThat(
            ask(
                CLUSTERS,
                "ManagedCluster",
                Optional.empty(),
                Optional.empty(),
                good,
                Optional.empty()))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.PASSED, "passed: 2 objects");
    assertThat(ask(CLUSTERS, "ManagedCluster", "c0", good).result()).isEqualTo(CheckResult.WAIT);
  }

  @Test
  void onlyTheAddOnsOfTheClustersOfTheGroupAreRead() {
    for (String cluster : List.of("c0", "c1")) {
      create(
          Kinds.NAMESPACE,
          "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(cluster));
      addOn(cluster, cluster.equals("c0") ? "no" : "yes");
    }
    String good = "object.metadata.labels.good == 'yes'";
    assertThat(ask(ADD_ONS, "ManagedClusterAddOn", "work", good))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "cluster c2 has no add-on work");
    create(Kinds.NAMESPACE, "{apiVersion: v1, kind: Namespace, metadata: {name: c2}}");
    addOn("c2", "yes");
    assertThat(ask(ADD_ONS, "ManagedClusterAddOn", "work", good).result())
        .isEqualTo(CheckResult.PASSED);
  }

  private void addOn(String cluster, String good) {
    create(
        Kinds.MANAGED_CLUSTER_ADD_ON,
        "{apiVersion: %s, kind: ManagedClusterAddOn, metadata: {name: work, namespace: %s, labels: {good: '%s'}}}"
            .formatted(ADD_ONS, cluster, good));
  }
}
