package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the trees of JSON objects that stand one after the other. */
final class JsonTreeBuilder {
  private static final JsonFactory JSON = new JsonFactory();

  private final FieldLines.Builder lines;
  private int depth;

  JsonTreeBuilder(FieldLines.Builder lines) {
    this.lines = requireNonNull(lines, "lines is null");
  }

  /** Holds a tree, and the line where it begins. */
  record Tree(int line, Object value) {}

  /**
   * Returns the trees of a text.
   *
   * @throws TreeFault if it is no JSON
   */
  List<Tree> build(String text) {
    List<Tree> trees = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(text)) {
      while (parser.nextToken() != null) {
        trees.add(new Tree(line(parser), value(parser)));
      }
      return trees;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new TreeFault(line, e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException("a text cannot fail to be read", e);
    }
  }

  private Object value(JsonParser parser) throws IOException {
    if (++depth > NestingLimit.MOST) {
      throw new TreeFault(line(parser), NestingLimit.REACHED);
    }
    Object value = valueHere(parser);
    depth--;
    return value;
  }

  private Object valueHere(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> map(parser);
      case START_ARRAY -> list(parser);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      default -> parser.getText();
    };
  }

  private Map<String, Object> map(JsonParser parser) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    List<Integer> at = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      int line = line(parser);
      if (map.containsKey(key)) {
        throw new TreeFault(line, "the key %s is set twice".formatted(key));
      }
      at.add(line);
      parser.nextToken();
      map.put(key, value(parser));
    }
    lines.add(map, at);
    return map;
  }

  private List<Object> list(JsonParser parser) throws IOException {
    List<Object> list = new ArrayList<>();
    List<Integer> at = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      at.add(line(parser));
      list.add(value(parser));
    }
    lines.add(list, at);
    return list;
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }
}
