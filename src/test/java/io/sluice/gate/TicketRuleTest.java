package io.sluice.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TicketRuleTest {
  private static GateLabels ticket(String value) {
    return GateLabels.of(Map.of(GateLabels.STAGED, GateLabels.TRUE, GateLabels.TICKET, value));
  }

  @Test
  void aTicketStaysWhileItsAttemptMayDispatch() {
    TicketRule rule = new TicketRule(Optional.of(3L));

    assertThat(rule.takesBack(ticket("3"))).isFalse();
    assertThat(rule.takesBack(ticket("2"))).isTrue();
    assertThat(rule.takesBack(ticket("three"))).isTrue();
    assertThat(rule.takesBack(GateLabels.of(Map.of(GateLabels.STAGED, "true")))).isFalse();
  }

  @Test
  void withoutSuchAnAttemptEveryTicketIsTakenBack() {
    TicketRule rule = new TicketRule(Optional.empty());

    assertThat(rule.takesBack(ticket("3"))).isTrue();
    assertThat(rule.takesBack(GateLabels.NONE)).isFalse();
  }

  @Test
  void whatTheGateDoesNotKnowHasNoLabelsOfItsOwn() {
    assertThat(GateLabels.of(Map.of("tier", "gold"))).isSameAs(GateLabels.NONE);
    assertThat(GateLabels.of(Map.of(GateLabels.STAGED, "no")).staged()).isTrue();
    assertThat(GateLabels.of(Map.of(GateLabels.HELD, "true")).held()).isTrue();
  }
}
