package io.sluice.tools.page.view;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutFilter;
import io.sluice.tools.page.model.RolloutListEntry;
import io.sluice.tools.page.model.RolloutName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RolloutListViewTest {
  private final List<RolloutListEntry> rollouts = new ArrayList<>();
  private Predicate<RolloutListEntry> granted = any -> true;

  @Test
  void aThousandRolloutsAreFiftyPages() {
    for (int i = 0; i < 1_000; i++) {
      rollout("policies", "p%04d".formatted(i), "Progressing");
    }

    String second = show(new RolloutFilter("", "", "", false, 2));

    assertThat(second.split("<li ").length - 1).isEqualTo(20);
    assertThat(second)
        .contains(
            "Under way<span class=\"number\">1000</span>", "p0020", "p0039", "21 to 40 of 1,000")
        .contains("href=\"./\" data-page", "href=\"./?page=3\" data-page")
        .doesNotContain("p0019", "p0040");
    assertThat(show(new RolloutFilter("", "", "", false, 99))).contains("981 to 1,000 of 1,000");
  }

  @Test
  void rolloutsAreChosenByNameNamespaceAndPhase() {
    rollout("shop", "web-tls", "WaitingForApproval");
    rollout("shop", "quota", "Progressing");
    rollout("policies", "web-tls", "Progressing");

    assertThat(names(new RolloutFilter(" WEB ", "", "", false, 1)))
        .containsExactly("shop/web-tls", "policies/web-tls");
    assertThat(names(new RolloutFilter("", "shop", "", false, 1)))
        .containsExactly("shop/web-tls", "shop/quota");
    assertThat(names(new RolloutFilter("", "", "Progressing", false, 1)))
        .containsExactly("policies/web-tls", "shop/quota");
    assertThat(show(new RolloutFilter("nothing", "", "", false, 1)))
        .contains("No rollout fits.", "Show all");
  }

  @Test
  void whatWaitsForMeIsWhatIMayChange() {
    rollout("shop", "web-tls", "WaitingForApproval");
    rollout("policies", "web-tls", "WaitingForApproval");
    rollout("shop", "quota", "Progressing");
    granted = one -> one.name().namespace().equals("shop");

    assertThat(names(new RolloutFilter("", "", "", true, 1))).containsExactly("shop/web-tls");
  }

  @Test
  void theFormKeepsWhatIsChosen() {
    rollout("shop", "web-tls", "WaitingForApproval");

    assertThat(show(new RolloutFilter("<web", "shop", "WaitingForApproval", true, 1)))
        .contains(
            "value=\"&lt;web\"",
            "<option value=\"shop\" selected>shop</option>",
            "<option value=\"WaitingForApproval\" selected>Waiting for approval</option>",
            "value=\"1\" checked>");
  }

  private void rollout(String namespace, String name, String phase) {
    RolloutStatus status = new RolloutStatus();
    status.phase = phase;
    rollouts.add(new RolloutListEntry(new RolloutName(namespace, "policy-" + name), status));
  }

  private List<String> names(RolloutFilter filter) {
    return filter
        .of(rollouts.stream().sorted(RolloutListEntry.BY_URGENCY).toList(), granted)
        .stream()
        .map(one -> one.name().title())
        .toList();
  }

  private String show(RolloutFilter filter) {
    return RolloutListView.sections(rollouts, filter, granted).stream()
        .map(Element::html)
        .collect(joining());
  }
}
