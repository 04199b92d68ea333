package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Renders the charts with helm, and the kustomizations with kubectl. */
class ChartRenderingIT {
  static final String CHART = "../deploy/charts/sluice";
  private static final String SERVICE_MONITOR = "monitoring.coreos.com/v1/ServiceMonitor";
  private static final String ADDRESS = "temporal-frontend.temporal.svc:7233";

  @TempDir static Path folder;

  private static Helm helm;

  @BeforeAll
  static void find() {
    helm = Helm.alone(folder);
  }

  @Test
  void theChartsPassTheLinter() {
    String good = "1 chart(s) linted, 0 chart(s) failed";

    assertThat(helm.succeed("lint", CHART, "--strict", "--set", "temporal.address=a:1"))
        .contains(good);
    assertThat(helm.succeed("lint", CHART + "-crds", "--strict")).contains(good);
  }

  @Test
  void helmSaysNothingBesides() {
    assertThat(
            helm.run("template", CHART, "--set", "temporal.address=a:1,crds.install=true").errors())
        .isEmpty();
    assertThat(helm.run("template", CHART + "-crds").errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode=Auto | /mode",
        "hubName=Prod | /hubName",
        "replicas=two | /replicas",
        "replicas=-1 | /replicas",
        "temporal.adress=t:7233 | adress",
        "temporal.address=temporal | /temporal/address",
        "placements=some | /placements",
        "image.digest=sha256:1 | /image/digest",
        "image.repository= | /image/repository",
        "networkPolicy.apiServerCidrs={10.0.0.1} | /networkPolicy/apiServerCidrs/0",
        "networkPolicy.apiServerPorts={70000} | /networkPolicy/apiServerPorts/0",
        "karmada.templates[0].verbs={get} | /karmada/templates/0",
        "podDisruptionBudget.maxUnavailable=half | /podDisruptionBudget/maxUnavailable",
        "temporal.devServer.persistence.size=big | /temporal/devServer/persistence/size",
        "extraEnv[0].value=x | /extraEnv/0",
        "metrics.serviceMonitor.interval=30 | /metrics/serviceMonitor/interval",
        "gate.enabled=yes | /gate/enabled",
        "dashboard.port=80 | /dashboard/port",
        "gate.quiet=Always | /gate/quiet",
        "config.rollouts.soakFlor=1s | soakFlor",
        "config.health\\.prt=1 | health.prt"
      })
  void aBadValueIsRefusedByItsName(String value, String named) {
    Helm.ProgramOutput output =
        helm.run("template", CHART, "--set", "temporal.address=t:7233", "--set", value);

    assertThat(output.code()).isNotZero();
    assertThat(output.errors()).contains("meet the specifications of the schema").contains(named);
  }

  @Test
  void withoutTemporalTheTwoWaysToHaveItAreNamed() {
    assertThat(helm.run("template", CHART).errors())
        .contains("Cannot run without Temporal: temporal.address is empty.")
        .contains("temporal.devServer.enabled");
    assertThat(
            helm.run(
                    "template",
                    CHART,
                    "--set",
                    "temporal.devServer.enabled=true,temporal.address=a:1")
                .errors())
        .contains("are both set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secretName", "serverName"})
  void whatOnlyTlsUsesIsRefusedWithoutIt(String name) {
    String values = "temporal.address=a:1,temporal.tls." + name + "=temporal";

    assertThat(helm.run("template", CHART, "--set", values).errors())
        .contains("Cannot use temporal.tls." + name + ": temporal.tls.enabled is false");
    helm.succeed("template", CHART, "--set", values + ",temporal.tls.enabled=true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"beside", "standalone", "evaluation"})
  void aKustomizationMakesTheObjectsOfTheChart(String name) {
    String values =
        switch (name) {
          case "standalone" -> "mode=Standalone,temporal.address=" + ADDRESS;
          case "evaluation" -> "temporal.devServer.enabled=true,gate.enabled=false";
          default -> "temporal.address=" + ADDRESS + ",gate.enabled=false";
        };

    assertThat(kustomized("../deploy/kustomize/" + name).comparable())
        .containsExactlyEntriesOf(rendered("--set", values).comparable());
  }

  @ParameterizedTest
  @CsvSource({
    "karmada, karmada.enabled=true, none/v1",
    "monitoring, metrics.dashboards.enabled=true, " + SERVICE_MONITOR
  })
  void withAComponentToo(String component, String values, String kind) throws IOException {
    Path overlay = Files.createDirectory(folder.resolve(component)).toRealPath();
    Path kustomize = Path.of("../deploy/kustomize").toRealPath();
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        """
        resources: [%s]
        components: [%s]
        """
            .formatted(
                overlay.relativize(kustomize.resolve("beside")),
                overlay.relativize(kustomize.resolve(component))));

    assertThat(kustomized(overlay.toString()).comparable())
        .containsExactlyEntriesOf(
            rendered(
                    "--set",
                    values + ",gate.enabled=false,temporal.address=" + ADDRESS,
                    "--api-versions",
                    kind)
                .comparable());
  }

  @ParameterizedTest
  @CsvSource({
    "Beside, off, beside/cluster-role.yaml, ClusterRole/sluice-beside",
    "Beside, off, beside/leader-role.yaml, Role/sluice-beside-leader",
    "Standalone, annotated, cluster-role.yaml, ClusterRole/sluice",
    "Standalone, annotated, leader-role.yaml, Role/sluice-leader",
    "Standalone, annotated, placement-cluster-role.yaml, ClusterRole/sluice-placement",
    "Beside, karmada, karmada/karmada-cluster-role.yaml, ClusterRole/sluice-karmada",
    "Beside, karmada, karmada/karmada-key-role.yaml, Role/sluice-karmada-key"
  })
  void theRightsAreThoseOfDeployRbac(String mode, String more, String file, String role)
      throws IOException {
    ChartObjects objects =
        rendered(
            "--set",
            "temporal.address=a:1,mode=" + mode + ",karmada.enabled=" + more.equals("karmada"));
    JsonNode source = new YAMLMapper().readTree(Path.of("../deploy/rbac", file).toFile());

    assertThat(objects.get(role).get("rules")).isEqualTo(source.get("rules"));
    JsonNode binding = objects.get(role.replace("/", "Binding/"));
    assertThat(binding.at("/roleRef/name")).isEqualTo(objects.get(role).at("/metadata/name"));
    assertThat(binding.at("/subjects/0/kind").asText()).isEqualTo("ServiceAccount");
    assertThat(binding.get("subjects")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "sluice-authors, admission.verifyAuthors=true, admission.verifyAuthors=false",
    "sluice-approvals, admission.verifyApprovals=true, admission.verifyApprovals=false",
    "sluice-requests, admission.verifyPersons=true, admission.verifyPersons=false",
    "sluice-ignored-calendars, admission.verifyCalendars=true, admission.verifyCalendars=false",
    "sluice-set-bindings, mode=Standalone, mode=Beside",
    "sluice-set-bindings, mode=Standalone, 'mode=Standalone,placements=off'",
    "sluice-set-bindings, mode=Standalone, 'mode=Standalone,admission.verifySetBindings=false'"
  })
  void aPolicyOfAdmissionIsThereWithItsBindingIfTheValueSaysSo(String name, String on, String off) {
    List<String> keys =
        List.of("ValidatingAdmissionPolicy/" + name, "ValidatingAdmissionPolicyBinding/" + name);
    ChartObjects objects = rendered("--set", "temporal.address=a:1," + on);

    assertThat(objects.all().keySet()).containsAll(keys);
    assertThat(objects.get(keys.get(1)).at("/spec/policyName").asText()).isEqualTo(name);
    assertThat(rendered("--set", "temporal.address=a:1," + off).all().keySet())
        .doesNotContainAnyElementsOf(keys);
  }

  @Test
  void theDashboardIsThereIfTheValueSaysSoWithOneRightAndHttps() throws IOException {
    String name = "sluice-dashboard";
    ChartObjects objects =
        rendered(
            "--set",
            "temporal.address=a:1,dashboard.enabled=true,dashboard.tls.secretName=web-tls");

    assertThat(objects.get("ClusterRole/" + name).get("rules"))
        .isEqualTo(
            new YAMLMapper()
                .readTree(Path.of("../deploy/rbac/dashboard/dashboard-cluster-role.yaml").toFile())
                .get("rules"));
    assertThat(objects.get("ClusterRoleBinding/" + name).at("/subjects/0/name").asText())
        .isEqualTo(name);
    JsonNode pod = objects.get("Deployment/" + name).at("/spec/template/spec");
    assertThat(pod.get("serviceAccountName").asText()).isEqualTo(name);
    assertThat(ChartObjects.texts(pod.at("/containers/0/args")))
        .contains("--serve", "--tls-key=/etc/sluice/dashboard-tls/tls.key")
        .doesNotContain("--insecure-http");
    assertThat(pod.at("/containers/0/readinessProbe/httpGet/scheme").asText()).isEqualTo("HTTPS");
    assertThat(objects.all().keySet())
        .contains("Service/" + name, "ServiceAccount/" + name, "NetworkPolicy/" + name);
    assertThat(rendered("--set", "temporal.address=a:1").all().keySet())
        .noneMatch(key -> key.endsWith("/" + name));
  }

  @Test
  void aDashboardWithoutHttpsIsRefusedUnlessTheValueSaysSo() {
    String values = "temporal.address=a:1,dashboard.enabled=true";

    assertThat(helm.run("template", CHART, "--set", values).errors())
        .contains("Cannot serve the dashboard without HTTPS", "dashboard.tls.secretName");
    assertThat(
            ChartObjects.texts(
                rendered("--set", values + ",dashboard.insecureHttp=true")
                    .get("Deployment/sluice-dashboard")
                    .at("/spec/template/spec/containers/0/args")))
        .contains("--insecure-http");
  }

  @Test
  void besideItHasNoRightOfStandaloneAndWithoutPlacementsNoneToEvaluateThem() {
    assertThat(rendered("--set", "temporal.address=a:1").all().keySet())
        .filteredOn(key -> key.contains("Role/"))
        .containsExactly(
            "ClusterRole/sluice-beside",
            "ClusterRole/sluice-gate",
            "ClusterRole/sluice-rollouts-approve",
            "ClusterRole/sluice-rollouts-edit",
            "ClusterRole/sluice-rollouts-view",
            "Role/sluice-beside-leader");
    assertThat(
            rendered("--set", "temporal.address=a:1,mode=Standalone,placements=off").all().keySet())
        .contains("ClusterRole/sluice")
        .doesNotContain("ClusterRole/sluice-placement");
  }

  @Test
  void whoEditsANamespaceEditsItsRolloutsOnlyIfTheValueSaysSo() {
    String edit = "ClusterRole/sluice-rollouts-edit";
    String label = "aggregate-to-edit";
    assertThat(rendered("--set", "temporal.address=a:1").get(edit).toString())
        .contains("rollouts")
        .doesNotContain(label);
    assertThat(
            rendered("--set", "temporal.address=a:1,rbac.aggregateEdit=true").get(edit).toString())
        .contains(label);
  }

  @Test
  void rightsOnTemplatesAreAsNarrowAsTheValueSays() {
    JsonNode rules =
        rendered(
                "--set",
                "temporal.address=a:1,karmada.enabled=true",
                "--set-json",
                "karmada.templates=[{\"apiGroups\":[\"apps\"],\"resources\":[\"deployments\"]}]")
            .get("ClusterRole/sluice-karmada")
            .get("rules");

    JsonNode last = rules.get(rules.size() - 1);
    assertThat(ChartObjects.texts(last.get("apiGroups"))).containsExactly("apps");
    assertThat(ChartObjects.texts(last.get("verbs")))
        .containsExactly("get", "list", "watch", "patch");
    assertThat(rules.toString()).doesNotContain("\"*\"");
  }

  @Test
  void theSecretsOfTemporalReachTheProcess() {
    JsonNode container = rendered("-f", values("everything")).container();

    List<String> environment = new ArrayList<>();
    ((ArrayNode) container.get("env"))
        .forEach(
            entry ->
                environment.add(
                    entry.get("name").asText()
                        + "="
                        + entry.path("value").asText(entry.path("valueFrom").toString())));
    assertThat(environment)
        .contains(
            "TEMPORAL_ADDRESS=sluice.a1b2c.tmprl.cloud:7233",
            "TEMPORAL_API_KEY={\"secretKeyRef\":{\"name\":\"temporal-key\",\"key\":\"api-key\"}}",
            "TEMPORAL_TLS=true",
            "TEMPORAL_TLS_CLIENT_CERT_PATH=/etc/sluice/temporal-tls/tls.crt",
            "TEMPORAL_TLS_CLIENT_KEY_PATH=/etc/sluice/temporal-tls/tls.key",
            "TEMPORAL_TLS_SERVER_CA_CERT_PATH=/etc/sluice/temporal-tls/ca.crt",
            "TEMPORAL_TLS_SERVER_NAME=temporal.example.com",
            "SLUICE_CONFIG=/etc/sluice/config/sluice.yaml",
            "SLUICE_PAYLOADS_KEY_FILE=/etc/sluice/payload-keys/keys",
            "OWN=1");
    assertThat(container.get("volumeMounts").toString())
        .contains("/etc/sluice/temporal-tls", "/etc/sluice/payload-keys", "/etc/own");
    assertThat(
            rendered("-f", values("everything"))
                .get("ConfigMap/sluice-config")
                .at("/data/sluice.yaml")
                .asText())
        .contains("soakFloor: 1s");
  }

  @Test
  void whatPrometheusReadsIsThereOnlyWhereItsKindsAre() {
    String values = "temporal.address=a:1,metrics.dashboards.enabled=true";
    assertThat(rendered("--set", values).all().keySet())
        .noneMatch(key -> key.startsWith("ServiceMonitor/") || key.startsWith("PrometheusRule/"));
    assertThat(
            rendered(
                    "--set",
                    values,
                    "--api-versions",
                    SERVICE_MONITOR + ",monitoring.coreos.com/v1/PrometheusRule")
                .all()
                .keySet())
        .contains("ServiceMonitor/sluice", "PrometheusRule/sluice-sluice")
        .contains("ConfigMap/sluice-dashboard-all-rollouts");
  }

  @Test
  void anAlertLinksToItsPageWhereverThePagesArePublished() {
    String kind = "monitoring.coreos.com/v1/PrometheusRule";
    String values = "temporal.address=a:1,metrics.rules.runbooks=https://git.example.com/runbooks";

    assertThat(
            rendered("--set", values, "--api-versions", kind)
                .get("PrometheusRule/sluice-sluice")
                .findValuesAsText("runbook_url"))
        .contains("https://git.example.com/runbooks/SluiceNoLeader.md")
        .allMatch(url -> url.startsWith("https://git.example.com/runbooks/Sluice"));
  }

  @Test
  void anotherReleaseHasNamesOfItsOwnInTheCluster() {
    assertThat(
            ChartObjects.parse(
                    helm.succeed(
                        "template",
                        "other",
                        CHART,
                        "-n",
                        "policies",
                        "--set",
                        "temporal.address=a:1"))
                .all()
                .keySet())
        .contains("ClusterRole/other-sluice-policies-beside", "Deployment/other-sluice");
  }

  static String values(String name) {
    return "../deploy/demo/src/test/resources/charts/" + name + ".yaml";
  }

  private static ChartObjects rendered(String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("template", "sluice", CHART, "-n", "sluice-system"));
    arguments.addAll(List.of(options));
    return ChartObjects.parse(helm.succeed(arguments.toArray(String[]::new)));
  }

  static ChartObjects kustomized(String path) {
    try {
      Process kubectl =
          new ProcessBuilder(ChartPrograms.path("kubectl").toString(), "kustomize", path)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String yaml = new String(kubectl.getInputStream().readAllBytes());
      assertThat(kubectl.waitFor()).isZero();
      return ChartObjects.parse(yaml);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
