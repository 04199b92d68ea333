package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks who reaches the pods of the chart over the network, and whom they reach. */
class ChartNetworkIT {
  private static final String EVERYTHING =
      "temporal.devServer.enabled=true,dashboard.enabled=true,dashboard.insecureHttp=true,mode=Standalone";

  @TempDir static Path folder;

  private static Helm helm;

  @BeforeAll
  static void find() {
    helm = Helm.alone(folder);
  }

  private static ChartObjects rendered(String values) {
    return ChartObjects.parse(
        helm.succeed(
            "template", "sluice", ChartRenderingIT.CHART, "-n", "sluice-system", "--set", values));
  }

  private static JsonNode spec(ChartObjects objects, String name) {
    return objects.get("NetworkPolicy/" + name).get("spec");
  }

  private static List<String> ports(JsonNode rules) {
    List<String> ports = new ArrayList<>();
    rules.forEach(
        rule ->
            rule.get("ports")
                .forEach(
                    port ->
                        ports.add(port.get("protocol").asText() + " " + port.get("port").asInt())));
    return ports;
  }

  /** A rule without ports opens all of them, a pod that no policy selects is open. */
  @Test
  void everyPodHasAPolicyAndEveryRuleNamesItsPorts() {
    ChartObjects objects = rendered(EVERYTHING);
    List<JsonNode> policies =
        objects.all().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("NetworkPolicy/"))
            .map(entry -> entry.getValue().get("spec"))
            .toList();
    List<JsonNode> pods =
        objects.all().entrySet().stream()
            .filter(entry -> entry.getKey().matches("(Deployment|StatefulSet|DaemonSet|Job)/.*"))
            .map(entry -> entry.getValue().at("/spec/template/metadata/labels"))
            .toList();

    assertThat(pods).hasSize(3);
    for (JsonNode labels : pods) {
      assertThat(policies).as("%s", labels).anyMatch(policy -> selects(policy, labels));
    }
    for (JsonNode policy : policies) {
      assertThat(ChartObjects.texts(policy.get("policyTypes")))
          .containsExactly("Ingress", "Egress");
      assertThat(rules(policy.get("ingress"))).allMatch(rule -> !rule.path("ports").isEmpty());
      assertThat(rules(policy.get("egress"))).allMatch(rule -> !rule.path("ports").isEmpty());
    }
  }

  private static boolean selects(JsonNode policy, JsonNode labels) {
    return policy.at("/podSelector/matchLabels").properties().stream()
        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())));
  }

  private static List<JsonNode> rules(JsonNode array) {
    return array == null ? List.of() : StreamSupport.stream(array.spliterator(), false).toList();
  }

  @Test
  void aWorkerIsReachedByWhoScrapesItAndReachesHubAndTemporal() {
    JsonNode worker = spec(rendered(EVERYTHING), "sluice");

    assertThat(ports(worker.get("ingress"))).containsExactly("TCP 8080");
    assertThat(rules(worker.at("/ingress/0/from"))).hasSize(1);
    assertThat(
            ChartObjects.texts(
                worker.at("/ingress/0/from/0/namespaceSelector/matchExpressions/0/values")))
        .containsExactly("monitoring", "openshift-monitoring");
    assertThat(ports(worker.get("egress")))
        .containsExactly("UDP 53", "TCP 53", "TCP 443", "TCP 6443", "TCP 7233");
    assertThat(
            spec(rendered("temporal.address=a:1,networkPolicy.ingressFrom=null"), "sluice")
                .has("ingress"))
        .as("nobody")
        .isFalse();
    assertThat(
            ports(
                spec(ChartRenderingIT.kustomized("../deploy/kustomize/base"), "sluice")
                    .get("ingress")))
        .containsExactly("TCP 8080");
  }

  /** It asks for no password. */
  @Test
  void temporalsDevServerIsReachedByTheWorkersAloneAndReachesNobody() {
    JsonNode server = spec(rendered(EVERYTHING), "sluice-temporal");

    assertThat(ports(server.get("ingress"))).containsExactly("TCP 7233");
    assertThat(rules(server.at("/ingress/0/from"))).hasSize(1);
    assertThat(
            server
                .at("/ingress/0/from/0/podSelector/matchLabels/app.kubernetes.io~1component")
                .asText())
        .isEqualTo("worker");
    assertThat(rules(server.get("egress"))).isEmpty();
  }

  /** The API server that proxies to it is no pod on most hubs, so that nobody is named. */
  @Test
  void theDashboardIsReachedOnItsPortAndReachesTheHubAlone() {
    JsonNode dashboard = spec(rendered(EVERYTHING), "sluice-dashboard");

    assertThat(rules(dashboard.get("ingress"))).hasSize(1);
    assertThat(ports(dashboard.get("egress")))
        .containsExactly("UDP 53", "TCP 53", "TCP 443", "TCP 6443");
  }
}
