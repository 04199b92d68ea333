package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** Checks the names of the rollouts of templates against lazy-activation 3. */
class BindingNameTest {
  private static final BindingName WEB = BindingName.of("default", "web-deployment", "sluice");
  private static final BindingName ROLE = BindingName.of("", "web-clusterrole", "sluice");
  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void theWorkflowNamesTheKindOfBinding() {
    assertThat(WEB.path()).isEqualTo("resourcebinding/default/web-deployment");
    assertThat(ROLE.path()).isEqualTo("clusterresourcebinding/-/web-clusterrole");
  }

  @Test
  void theRolloutIsInTheNamespaceOfTheTemplateOrOurOwn() {
    assertThat(WEB.namespace() + "/" + WEB.rolloutName())
        .isEqualTo("default/binding-web-deployment");
    assertThat(ROLE.namespace() + "/" + ROLE.rolloutName())
        .isEqualTo("sluice/clusterbinding-web-clusterrole");
  }

  @Test
  void theNameOfARolloutLeadsBack() {
    assertThat(BindingName.ofRollout(WEB.namespace(), WEB.rolloutName())).contains(WEB);
    assertThat(BindingName.ofRollout(ROLE.namespace(), ROLE.rolloutName())).contains(ROLE);
    assertThat(BindingName.ofRollout("default", "policy-web")).isEmpty();
  }

  @Test
  void theWorkflowLeadsBack() {
    assertThat(BindingName.ofPath(WEB.path(), "sluice")).contains(WEB);
    assertThat(BindingName.ofPath(ROLE.path(), "sluice")).contains(ROLE);
    assertThat(BindingName.ofPath("default/web", "sluice")).isEmpty();
    assertThat(BindingName.ofPath("resourcebinding/web", "sluice"))
        .as("of the policy web in the namespace resourcebinding")
        .isEmpty();
  }

  @Test
  void theWorkflowOfABindingIsNoPolicys() {
    assertThat(PolicyName.ofPath(WEB.path())).isEmpty();
    assertThat(PolicyName.ofPath(ROLE.path())).isEmpty();
    assertThat(PolicyName.ofPath("default/web")).contains(new PolicyName("default", "web"));
  }

  @Test
  void theFieldsTellWhatIsRolledOut() throws Exception {
    RolloutTarget policy = new PolicyName("default", "web");
    assertThat(mapper.writeValueAsString(policy))
        .isEqualTo("{\"namespace\":\"default\",\"name\":\"web\"}");
    for (RolloutTarget target : new RolloutTarget[] {policy, WEB, ROLE}) {
      assertThat(mapper.readValue(mapper.writeValueAsString(target), RolloutTarget.class))
          .isEqualTo(target);
    }
  }
}
