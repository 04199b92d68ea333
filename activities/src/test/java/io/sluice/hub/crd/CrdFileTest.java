package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrdFileTest {
  private static final String GROUP = ".cluster.open-cluster-management.io";

  @BeforeAll
  static void writeAnewIfAsked() throws IOException {
    if ("write".equals(System.getProperty("sluice.crds"))) {
      RolloutCrd.write();
      for (GeneratedCrd kind : GeneratedCrd.WHOLE) {
        kind.write(kind.definition());
      }
    }
  }

  @Test
  void rolloutIsAsItsTypeSays() throws IOException {
    assertThat(CrdFolder.read(RolloutCrd.CRD.file()))
        .as("Write the files anew as deploy/crds/README.md says, and commit them.")
        .isEqualTo(RolloutCrd.generated());
  }

  @Test
  void calendarsAndNotifiersAreAsTheirTypesSay() throws IOException {
    for (GeneratedCrd kind : GeneratedCrd.WHOLE) {
      assertThat(CrdFolder.read(kind.file()))
          .as("Write the files anew as deploy/crds/README.md says, and commit them.")
          .isEqualTo(kind.definition());
    }
  }

  @Test
  void whatACalendarHasIsAsInARollout() throws IOException {
    Map<String, Map<String, Object>> definitions = CrdFolder.definitions("");
    Map<String, Object> rollout =
        schema(definitions.get("rollouts" + GROUP), "spec", "schedule", "windows");
    for (String plural : List.of("rolloutcalendars", "clusterrolloutcalendars")) {
      assertThat(schema(definitions.get(plural + GROUP), "spec", "windows").get("items"))
          .isEqualTo(rollout.get("items"));
    }
  }

  @Test
  void whatANotifierHasIsAsInARollout() throws IOException {
    Map<String, Map<String, Object>> definitions = CrdFolder.definitions("");
    Map<String, Object> entry =
        CrdFolder.child(
            schema(definitions.get("rollouts" + GROUP), "spec", "notifications"),
            "items",
            "properties");
    Map<String, Object> notifier =
        CrdFolder.child(schema(definitions.get("rolloutnotifiers" + GROUP), "spec"), "properties");
    assertThat(notifier.keySet())
        .containsExactlyInAnyOrder("url", "secretRef", "events", "format", "policySelector");
    for (String field : List.of("url", "secretRef", "events", "format")) {
      assertThat(notifier.get(field)).as(field).isEqualTo(entry.get(field));
    }
  }

  @Test
  void aStrategyInAPolicyIsCheckedAsInARollout() throws IOException {
    Map<String, Object> policy =
        CrdFolder.definitions("").get("policies.policy.open-cluster-management.io");

    assertThat(schema(policy, "spec", "rolloutStrategy"))
        .as("Write the files anew as deploy/crds/README.md says, and commit them.")
        .isEqualTo(RolloutCrd.strategyOfPolicy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.open-cluster-management.io | rollouts | v1beta1 | Rollout | plcro"
            + " | Phase, Outcome, Progress, Ready, Held, Waiting for, Override, Age",
        "cluster.open-cluster-management.io | rolloutcalendars | v1beta1 | RolloutCalendar"
            + " | plcrocal | Zone, First window, First freeze, Age",
        "cluster.open-cluster-management.io | clusterrolloutcalendars | v1beta1"
            + " | ClusterRolloutCalendar | clplcrocal | Zone, First window, First freeze, Age",
        "cluster.open-cluster-management.io | rolloutnotifiers | v1beta1 | RolloutNotifier"
            + " | plcronot | Format, First event, Age",
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
  void theKindsHaveTheirNamesAndColumns(
      String group, String plural, String version, String kind, String shortName, String columns)
      throws IOException {
    String folder = plural.startsWith("ocm/") ? "ocm" : "";
    String resource = Path.of(plural).getFileName().toString();
    Map<String, Object> crd = CrdFolder.definitions(folder).get(resource + "." + group);

    assertThat(CrdFolder.child(crd, "metadata")).containsEntry("name", resource + "." + group);
    assertThat(CrdFolder.child(crd, "spec")).containsEntry("group", group);
    assertThat(CrdFolder.child(crd, "spec", "names"))
        .containsEntry("kind", kind)
        .containsEntry("listKind", kind + "List")
        .containsEntry("plural", resource);
    assertThat(names(CrdFolder.child(crd, "spec", "names"), "shortNames")).isEqualTo(shortName);
    Map<String, Object> served = CrdFolder.version(crd);
    assertThat(served).containsEntry("name", version).containsEntry("storage", true);
    if (!kind.endsWith("Calendar") && !kind.equals("RolloutNotifier")) {
      assertThat(CrdFolder.child(served, "subresources")).containsKey("status");
    }
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

  @Test
  void kustomizeAppliesEveryFileOnce() throws IOException {
    List<Path> applied = new ArrayList<>(CrdFolder.resources(""));
    applied.addAll(CrdFolder.resources("ocm"));
    applied.addAll(CrdFolder.resources("karmada"));
    CrdFolder.patches("")
        .forEach(patch -> applied.add(CrdFolder.ROOT.resolve((String) patch.get("path"))));

    try (Stream<Path> files = Files.walk(CrdFolder.ROOT)) {
      assertThat(files.filter(file -> file.toString().endsWith(".yaml")))
          .containsExactlyInAnyOrderElementsOf(applied);
    }
  }

  @Test
  void noFieldOfThePolicyKindsHasADefault() throws IOException {
    Map<String, Map<String, Object>> definitions = new TreeMap<>(CrdFolder.definitions(""));
    definitions.keySet().removeIf(name -> name.endsWith(GROUP));

    assertThat(definitions).hasSize(3);
    assertThat(definitions.toString()).doesNotContain("default=");
  }

  @Test
  void kubectlExplainsEveryFieldOfARollout() throws IOException {
    Map<String, Object> rollout =
        CrdFolder.definitions("").get("rollouts.cluster.open-cluster-management.io");
    Map<String, Object> schema = schema(rollout);

    assertThat(CrdDescriptions.all(schema)).contains(".spec.paused", ".status.conditions[].type");
    assertThat(CrdDescriptions.missing(schema)).isEmpty();
    assertThat(schema).containsKey("description");
  }

  @Test
  void kubectlExplainsEveryFieldOfACalendar() throws IOException {
    Map<String, Map<String, Object>> definitions = CrdFolder.definitions("");
    for (String plural : List.of("rolloutcalendars", "clusterrolloutcalendars")) {
      Map<String, Object> schema = schema(definitions.get(plural + GROUP));

      assertThat(CrdDescriptions.all(schema)).contains(".spec.windows[].cron");
      assertThat(CrdDescriptions.missing(schema)).isEmpty();
    }
  }

  @Test
  void kubectlExplainsEveryFieldOfANotifier() throws IOException {
    Map<String, Object> schema = schema(CrdFolder.definitions("").get("rolloutnotifiers" + GROUP));

    assertThat(CrdDescriptions.all(schema)).contains(".spec.secretRef.name", ".spec.events");
    assertThat(CrdDescriptions.missing(schema)).isEmpty();
    assertThat(schema).containsKey("description");
  }

  private static Map<String, Object> schema(Map<String, Object> definition, String... fields) {
    Map<String, Object> schema =
        CrdFolder.child(CrdFolder.version(definition), "schema", "openAPIV3Schema");
    for (String field : fields) {
      schema = CrdFolder.child(schema, "properties", field);
    }
    return schema;
  }
}
