package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrdFileTest {
  static List<CrdFile> files() {
    return CrdFile.ALL;
  }

  @ParameterizedTest
  @MethodSource("files")
  void theFileSaysWhatTheTypeSays(CrdFile file) throws IOException {
    if ("write".equals(System.getProperty("sluice.crds"))) {
      file.write();
    }
    assertThat(file.committed())
        .as("Write the files anew as deploy/crds/README.md says, and commit them.")
        .isEqualTo(file.generated());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.open-cluster-management.io | rollouts | v1beta1 | Rollout | ro"
            + " | Phase, Outcome, Waiting for, Age",
        "policy.open-cluster-management.io | policies | v1 | Policy | plc"
            + " | Remediation action, Compliance state, Rollout status, Age",
        "policy.open-cluster-management.io | placementbindings | v1 | PlacementBinding | pb | ''",
        "policy.open-cluster-management.io | policysets | v1beta1 | PolicySet | plcset"
            + " | Compliance state, Age",
        "cluster.open-cluster-management.io | ocm/placements | v1beta1 | Placement | ''"
            + " | Succeeded, Reason, SelectedClusters",
        "cluster.open-cluster-management.io | ocm/placementdecisions | v1beta1"
            + " | PlacementDecision | '' | ''",
        "cluster.open-cluster-management.io | ocm/managedclusters | v1 | ManagedCluster | ''"
            + " | Hub Accepted, Managed Cluster URLs, Joined, Available, Age",
        "apps.open-cluster-management.io | ocm/placementrules | v1 | PlacementRule | '' | ''"
      })
  void theKindsHaveTheNamesThatPeopleType(
      String group, String plural, String version, String kind, String shortName, String columns)
      throws IOException {
    Path folder = CrdFile.FOLDER.resolve(plural).getParent();
    String resource = Path.of(plural).getFileName().toString();
    Map<String, Object> crd = CrdFile.read(folder.resolve(group + "_" + resource + ".yaml"));

    assertThat(CrdFile.child(crd, "metadata")).containsEntry("name", resource + "." + group);
    assertThat(CrdFile.child(crd, "spec")).containsEntry("group", group);
    assertThat(CrdFile.child(crd, "spec", "names"))
        .containsEntry("kind", kind)
        .containsEntry("listKind", kind + "List")
        .containsEntry("plural", resource);
    assertThat(names(CrdFile.child(crd, "spec", "names"), "shortNames")).isEqualTo(shortName);
    Map<String, Object> served =
        CrdFile.tree(((List<?>) CrdFile.child(crd, "spec").get("versions")).get(0));
    assertThat(served).containsEntry("name", version).containsEntry("storage", true);
    assertThat(CrdFile.child(served, "subresources")).containsKey("status");
    assertThat(names(served, "additionalPrinterColumns")).isEqualTo(columns);
  }

  /** The names in the list under that key, or of the objects in it. */
  private static String names(Map<String, Object> parent, String key) {
    List<?> list = parent.get(key) instanceof List<?> present ? present : List.of();
    return String.join(
        ", ",
        list.stream()
            .map(item -> item instanceof Map<?, ?> object ? object.get("name") : item)
            .map(String::valueOf)
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ocm"})
  void kustomizeAppliesEveryFileOfTheFolder(String folder) throws IOException {
    Path path = CrdFile.FOLDER.resolve(folder);
    try (Stream<Path> files = Files.list(path)) {
      assertThat(CrdFile.read(path.resolve("Kustomization")).get("resources"))
          .isEqualTo(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".yaml"))
                  .sorted()
                  .toList());
    }
  }

  @Test
  void noFieldOfThePolicyKindsHasADefault() throws IOException {
    for (CrdFile file : CrdFile.ALL) {
      assertThat(file.generated().toString()).doesNotContain("default=");
    }
  }
}
