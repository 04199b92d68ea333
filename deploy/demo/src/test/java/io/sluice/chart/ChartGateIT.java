package io.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Renders the gate with the chart, and compares it with {@code deploy/gate}. */
class ChartGateIT {
  private static final String ADMISSION = "admissionregistration.k8s.io/v1/";
  private static final String VALIDATING = ADMISSION + "ValidatingAdmissionPolicy";
  private static final String MUTATING = ADMISSION + "MutatingAdmissionPolicy";

  /** Shows that a server was asked: without one no kind is known. */
  private static final String ANY_KIND = "v1/Namespace";

  private static final List<String> GATE =
      List.of(
          "ValidatingAdmissionPolicy/sluice-gate", "ValidatingAdmissionPolicyBinding/sluice-gate");
  private static final List<String> QUIET =
      List.of(
          "MutatingAdmissionPolicy/sluice-gate-quiet",
          "MutatingAdmissionPolicyBinding/sluice-gate-quiet");
  private static final List<String> RIGHTS =
      List.of("ClusterRole/sluice-gate", "ClusterRoleBinding/sluice-gate");

  @TempDir static Path folder;

  private static Helm helm;

  @BeforeAll
  static void find() {
    helm = Helm.alone(folder);
  }

  private static Helm.ProgramOutput template(
      String release, String namespace, String values, String... kinds) {
    return helm.run(
        Stream.concat(
                Stream.of(
                    "template",
                    release,
                    ChartRenderingIT.CHART,
                    "-n",
                    namespace,
                    "--set",
                    "temporal.address=a:1" + (values.isEmpty() ? "" : "," + values)),
                Stream.of(kinds).flatMap(kind -> Stream.of("--api-versions", kind)))
            .toArray(String[]::new));
  }

  private static ChartObjects rendered(String values, String... kinds) {
    return ChartObjects.parse(template("sluice", "sluice-system", values, kinds).printed());
  }

  /** Checks that the gate is that of {@code deploy/gate}, with that ServiceAccount in it. */
  private static void assertGateOf(ChartObjects objects, String namespace, String account)
      throws IOException {
    for (String file : List.of("gate.yaml", "quiet/quiet.yaml")) {
      String source =
          Files.readString(Path.of("../deploy/gate", file))
              .replace(
                  "system:serviceaccount:sluice-system:sluice",
                  "system:serviceaccount:%s:%s".formatted(namespace, account));
      ChartObjects.parse(source)
          .all()
          .forEach(
              (name, object) ->
                  assertThat(objects.get(name).get("spec")).isEqualTo(object.get("spec")));
    }
  }

  private static String subjects(String namespace, String account) {
    return "[{\"kind\":\"ServiceAccount\",\"name\":\"%s\",\"namespace\":\"%s\"}]"
        .formatted(account, namespace);
  }

  @Test
  void theGateIsThatOfDeployGateAndNamesTheServiceAccountOfTheRelease() throws IOException {
    ChartObjects objects =
        ChartObjects.parse(template("other", "policies", "", VALIDATING, MUTATING).printed());

    assertGateOf(objects, "policies", "other-sluice");
    JsonNode role =
        ChartObjects.parse(Files.readString(Path.of("../deploy/gate/role.yaml")))
            .get("ClusterRole/sluice-gate");
    assertThat(objects.get("ClusterRole/other-sluice-policies-gate").get("rules"))
        .isEqualTo(role.get("rules"));
    assertThat(
            objects.get("ClusterRoleBinding/other-sluice-policies-gate").get("subjects").toString())
        .isEqualTo(subjects("policies", "other-sluice"));
  }

  /** Of an overlay that changes namespace and names, which a component by itself comes before. */
  @Test
  void aComponentNamesTheServiceAccountOfTheBuild() throws IOException {
    Path inner = overlay("inner", "resources: [%s/beside]\nnamespace: policies\nnamePrefix: eu-\n");
    Path outer = overlay("outer", "resources: [../inner]\ncomponents: [%s/gate-quiet]\n");
    assertThat(inner).exists();

    ChartObjects objects = ChartRenderingIT.kustomized(outer.toString());

    assertGateOf(objects, "policies", "eu-sluice");
    assertThat(objects.get("ClusterRoleBinding/sluice-gate").get("subjects").toString())
        .isEqualTo(subjects("policies", "eu-sluice"));
    assertThat(objects.get("Deployment/eu-sluice").at("/metadata/namespace").asText())
        .isEqualTo("policies");
    assertThat(objects.all().keySet()).noneMatch(key -> key.startsWith("ConfigMap/"));
  }

  @Test
  void aComponentTakesAServiceAccountThatIsNamedAlone() throws IOException {
    Path alone = overlay("alone", "resources: [account.yaml]\ncomponents: [%s/gate]\n");
    Files.writeString(
        alone.resolve("account.yaml"),
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: rollouts
          namespace: policies
          annotations: {config.kubernetes.io/local-config: "true"}
        """);

    ChartObjects objects = ChartRenderingIT.kustomized(alone.toString());

    assertThat(objects.all())
        .containsOnlyKeys(Stream.concat(GATE.stream(), RIGHTS.stream()).toList());
    assertThat(objects.get(GATE.get(0)).at("/spec/variables/1/expression").asText())
        .contains("'system:serviceaccount:policies:rollouts'");
  }

  private static Path overlay(String name, String kustomization) throws IOException {
    Path overlay = Files.createDirectories(folder.toRealPath().resolve(name));
    Files.writeString(
        overlay.resolve("kustomization.yaml"),
        kustomization.formatted(overlay.relativize(Path.of("../deploy/kustomize").toRealPath())));
    return overlay;
  }

  @Test
  void anotherNameOfTheServiceAccountIsTaken() {
    assertThat(
            rendered("serviceAccount.name=rollouts")
                .get(GATE.get(0))
                .at("/spec/variables/1/expression")
                .asText())
        .isEqualTo("request.userInfo.username == 'system:serviceaccount:sluice-system:rollouts'");
  }

  @Test
  void whatPutsBackIsThereWhereItIsServedAndIsWanted() {
    assertThat(rendered("", VALIDATING, MUTATING).all().keySet())
        .containsAll(GATE)
        .containsAll(QUIET);
    assertThat(rendered("", VALIDATING).all().keySet())
        .containsAll(GATE)
        .doesNotContainAnyElementsOf(QUIET);
    assertThat(rendered("gate.quiet=Never", VALIDATING, MUTATING).all().keySet())
        .containsAll(GATE)
        .doesNotContainAnyElementsOf(QUIET);
  }

  /** Whatever is held would pass without it; what puts back is no part of that. */
  @Test
  void theGateStaysWhenTheReleaseIsUninstalled() {
    ChartObjects objects = rendered("", VALIDATING, MUTATING);
    String keep = "/metadata/annotations/helm.sh~1resource-policy";

    assertThat(GATE).allMatch(key -> objects.get(key).at(keep).asText().equals("keep"));
    assertThat(Stream.concat(QUIET.stream(), RIGHTS.stream()))
        .allMatch(key -> objects.get(key).at(keep).isMissingNode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mode=Standalone", "gate.enabled=false", "mode=Standalone,gate.enabled=false"})
  void elsewhereThereIsNeitherGateNorRight(String values) {
    assertThat(rendered(values, VALIDATING, MUTATING).all().keySet())
        .contains("Deployment/sluice")
        .doesNotContainAnyElementsOf(GATE)
        .doesNotContainAnyElementsOf(QUIET)
        .doesNotContainAnyElementsOf(RIGHTS);
  }

  @Test
  void aServerThatCannotHoldGetsNoneAndOneThatWasNotAskedGetsIt() {
    assertThat(rendered("", ANY_KIND).all().keySet())
        .contains("Deployment/sluice")
        .doesNotContainAnyElementsOf(GATE)
        .doesNotContainAnyElementsOf(RIGHTS);
    assertThat(rendered("").all().keySet()).containsAll(GATE).containsAll(RIGHTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode=Standalone | in mode Standalone Sluice writes the replicas itself",
        "mode=Beside | the API server serves no ValidatingAdmissionPolicy"
      })
  void whoAsksForItWhereItCannotBeIsRefused(String values, String why) {
    Helm.ProgramOutput output =
        template("sluice", "sluice-system", "gate.enabled=true," + values, ANY_KIND);

    assertThat(output.code()).isNotZero();
    assertThat(output.errors()).contains("Cannot install the gate: " + why, "gate.enabled to Auto");
  }

  @Test
  void withoutRolesOfTheChartTheGateStandsAlone() {
    assertThat(rendered("rbac.create=false").all().keySet())
        .containsAll(GATE)
        .doesNotContainAnyElementsOf(RIGHTS);
  }
}
