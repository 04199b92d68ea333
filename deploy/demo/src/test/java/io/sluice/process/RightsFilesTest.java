package io.sluice.process;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the files of {@code deploy/rbac} as kubectl does: each folder by itself. */
class RightsFilesTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Path FOLDER = Path.of("../rbac");
  private static final List<String> FILES = files();

  private static List<String> files() {
    try (Stream<Path> found = Files.walk(FOLDER)) {
      return found
          .filter(Files::isRegularFile)
          .map(file -> FOLDER.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a folder, in the order in which kubectl applies them. */
  private static List<String> applied(String folder) {
    return FILES.stream()
        .filter(file -> folder(file).equals(folder))
        .filter(file -> file.endsWith(".yaml"))
        .toList();
  }

  private static String folder(String file) {
    return file.contains("/") ? file.substring(0, file.lastIndexOf('/')) : "";
  }

  private static JsonNode read(String file) {
    try {
      return YAML.readTree(FOLDER.resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "beside"})
  void theNamespaceIsMadeBeforeWhatIsInIt(String folder) {
    assertThat(applied(folder)).hasSizeGreaterThan(4);
    assertThat(read(applied(folder).get(0)).get("kind").asText()).isEqualTo("Namespace");
  }

  /** A file kustomization.yaml would be an object that the hub does not know. */
  @ParameterizedTest
  @ValueSource(strings = {"", "beside", "karmada", "users", "dashboard"})
  void aFolderIsAppliedWithAndWithoutKustomizeAndDeletingItLeavesTheNamespace(String folder) {
    assertThat(applied(folder)).noneMatch(file -> file.endsWith("kustomization.yaml"));

    JsonNode resources =
        read(folder.isEmpty() ? "Kustomization" : folder + "/Kustomization").get("resources");
    assertThat(StreamSupport.stream(resources.spliterator(), false).map(JsonNode::asText))
        .containsExactlyInAnyOrderElementsOf(
            applied(folder).stream()
                .filter(file -> !read(file).get("kind").asText().equals("Namespace"))
                .map(file -> file.substring(file.lastIndexOf('/') + 1))
                .toList());
  }

  @Test
  void rolesOfDifferentRulesHaveDifferentNames() {
    Map<String, List<String>> files =
        FILES.stream()
            .filter(file -> file.endsWith(".yaml"))
            .filter(file -> !read(file).get("kind").asText().equals("Namespace"))
            .collect(
                groupingBy(file -> read(file).get("kind") + " " + read(file).at("/metadata/name")));

    assertThat(files).hasSizeGreaterThan(10).allSatisfy((name, of) -> assertThat(of).hasSize(1));
  }

  @Test
  void everyBindingNamesTheGroupAndTheServiceAccount() {
    assertThat(
            FILES.stream()
                .filter(file -> file.endsWith("binding.yaml"))
                .filter(file -> !file.startsWith("dashboard/")))
        .hasSizeGreaterThan(6)
        .allSatisfy(
            file -> {
              JsonNode binding = read(file);
              assertThat(binding.get("subjects").findValuesAsText("name"))
                  .containsExactly("sluice-workers", "sluice");
              assertThat(binding.at("/subjects/1/kind").asText()).isEqualTo("ServiceAccount");
              assertThat(binding.at("/subjects/1/namespace").asText()).isEqualTo("sluice-system");
              assertThat(binding.at("/roleRef/name")).isEqualTo(binding.at("/metadata/name"));
            });
  }

  /** It acts with the tokens of people: a right of its own would be everybody's. */
  @Test
  void theDashboardMayAskWhoseTokenOneIsAndNothingElse() {
    assertThat(read("dashboard/dashboard-cluster-role.yaml").get("rules").toString())
        .isEqualTo(
            "[{\"apiGroups\":[\"authentication.k8s.io\"],\"resources\":[\"tokenreviews\"],\"verbs\":[\"create\"]}]");
    assertThat(
            read("dashboard/dashboard-cluster-role-binding.yaml")
                .get("subjects")
                .findValuesAsText("name"))
        .containsExactly("sluice-dashboard");
  }

  /** Who approves lets go what is there; what there is to approve is made by others. */
  @Test
  void anApproverWritesRolloutsThatAreThereAndNothingElse() {
    for (JsonNode rule : read("users/rollouts-approve.yaml").get("rules")) {
      Set<String> verbs =
          Set.copyOf(
              StreamSupport.stream(rule.get("verbs").spliterator(), false)
                  .map(JsonNode::asText)
                  .toList());
      assertThat(verbs)
          .isSubsetOf(
              rule.get("resources").toString().equals("[\"rollouts\"]")
                  ? Set.of("get", "list", "watch", "update", "patch")
                  : Set.of("get", "list", "watch"));
    }
  }
}
