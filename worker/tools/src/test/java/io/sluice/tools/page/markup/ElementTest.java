package io.sluice.tools.page.markup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ElementTest {
  @Test
  void textAndAttributesAreEscaped() {
    assertThat(Element.of("p", "title", "\"><script>x</script>").text("<b>&'\"\0</b>").html())
        .isEqualTo(
            "<p title=\"&quot;&gt;&lt;script&gt;x&lt;/script&gt;\">&lt;b&gt;&amp;&#39;&quot;\uFFFD&lt;/b&gt;</p>");
  }

  @Test
  void controlCharactersAndMarksOfDirectionAreReplaced() {
    assertThat(Element.of("p", "title", "a\u001b\u202eb").text("c\u0085\u2066d\ne").html())
        .isEqualTo("<p title=\"a\uFFFD\uFFFDb\">c\uFFFD\uFFFDd\ne</p>");
    assertThat(Element.data("d", "{\"a\":\"\u202e\"}").html()).contains("\"\uFFFD\"");
  }

  @Test
  void attributesThatRunSomethingAreRefused() {
    assertThatThrownBy(() -> Element.of("p", "onclick", "x"))
        .hasMessage("attribute onclick is not used");
    assertThatThrownBy(() -> Element.of("p", "STYLE", "x"))
        .hasMessage("attribute STYLE is not used");
    assertThatThrownBy(() -> Element.of("a", "href", "javascript:alert(1)"))
        .hasMessage("not a link: javascript:alert(1)");
    assertThatThrownBy(() -> Element.of("a b")).hasMessage("not a name: a b");
  }

  @Test
  void dataCannotEndItsElement() {
    assertThat(Element.data("d", "{\"a\":\"</script><!--\"}").html())
        .isEqualTo(
            "<script type=\"application/json\""
                + " id=\"d\">{\"a\":\"\\u003c/script>\\u003c!--\"}</script>");
  }

  @Test
  void aScriptThatWouldEndItsElementIsRefused() {
    assertThatThrownBy(() -> Element.of("script").verbatim("'</SCRIPT>'"))
        .hasMessage("it would end the element script");
  }
}
