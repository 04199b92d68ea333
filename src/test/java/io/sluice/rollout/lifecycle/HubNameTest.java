package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HubNameTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web-tls");
  private static final BindingName BINDING = BindingName.of("shop", "web-deployment", "sluice");
  private static final HubName EU = new HubName("prod-eu");

  @Test
  void theIdOfAWorkflowAndTheTaskQueueNameTheHub() {
    assertThat(HubName.DEFAULT.workflowId(POLICY)).isEqualTo("rollout/hub/policies/web-tls");
    assertThat(EU.workflowId(BINDING))
        .isEqualTo("rollout/prod-eu/resourcebinding/shop/web-deployment");
    assertThat(HubName.DEFAULT.taskQueue()).isEqualTo("sluice-hub");
    assertThat(EU.taskQueue()).isEqualTo("sluice-prod-eu");
    assertThat(EU.checksQueue()).isEqualTo("sluice-prod-eu-checks");
  }

  @Test
  void theIdLeadsBackOnItsOwnHubOnly() {
    assertThat(EU.path(EU.workflowId(POLICY)).flatMap(PolicyName::ofPath)).contains(POLICY);
    assertThat(EU.path(EU.workflowId(BINDING)).flatMap(path -> BindingName.ofPath(path, "sluice")))
        .contains(BINDING);
    assertThat(HubName.DEFAULT.path(EU.workflowId(POLICY))).isEmpty();
    assertThat(new HubName("prod").path(EU.workflowId(POLICY))).as("a longer name").isEmpty();
  }

  @Test
  void anIdOfTheTimeBeforeHubsHadNamesIsNoHubs() {
    assertThat(HubName.DEFAULT.path("rollout/policies/web-tls")).isEmpty();
    assertThat(new HubName("policies").path("rollout/policies/web-tls").flatMap(PolicyName::ofPath))
        .as("a hub that is named as the namespace was")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'',the name is empty",
    "Prod,it is no label of RFC 1123",
    "prod/eu,it is no label of RFC 1123",
    "prod.eu,it is no label of RFC 1123",
    "-eu,it is no label of RFC 1123",
    "eu-,it is no label of RFC 1123"
  })
  void aNameThatIsNoLabelIsRefusedWithTheReason(String name, String why) {
    assertThatThrownBy(() -> new HubName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Cannot name a hub ")
        .hasMessageContaining(": " + why)
        .hasMessageEndingWith("Use lower case letters, digits and -, as in prod-eu.");
  }

  @Test
  void aNameHasAtMost63Characters() {
    assertThat(new HubName("a".repeat(63)).value()).hasSize(63);
    assertThatThrownBy(() -> new HubName("a".repeat(64)))
        .hasMessageContaining("it has 64 characters, more than 63");
  }
}
