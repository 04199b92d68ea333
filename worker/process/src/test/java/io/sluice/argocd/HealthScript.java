package io.sluice.argocd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** Runs a health check as Argo CD does: the object is the global {@code obj}. */
record HealthScript(String text) {
  static HealthScript in(Path folder) throws IOException {
    return new HealthScript(Files.readString(folder.resolve("health.lua")));
  }

  /** Holds what a check returns. */
  record Health(String status, String message) {}

  Health of(Map<?, ?> object) {
    Globals globals = JsePlatform.standardGlobals();
    globals.set("obj", value(object));
    LuaValue health = globals.load(text, "health").call();
    return new Health(health.get("status").checkjstring(), health.get("message").checkjstring());
  }

  private static LuaValue value(Object tree) {
    if (tree instanceof Map<?, ?> map) {
      LuaTable table = new LuaTable();
      map.forEach((key, item) -> table.set((String) key, value(item)));
      return table;
    }
    if (tree instanceof List<?> list) {
      LuaTable table = new LuaTable();
      for (int i = 0; i < list.size(); i++) {
        table.set(i + 1, value(list.get(i)));
      }
      return table;
    }
    if (tree instanceof Number number) {
      return LuaValue.valueOf(number.doubleValue());
    }
    if (tree instanceof Boolean bool) {
      return LuaValue.valueOf(bool);
    }
    return tree == null ? LuaValue.NIL : LuaValue.valueOf(tree.toString());
  }
}
