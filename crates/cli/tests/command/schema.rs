//! Whether data is as a JSON schema has it, for the keywords that the schemas here use.

use serde_json::Value;

/// The violations of a schema by a value; an unknown keyword is a violation too.
pub fn complaints(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(path) = schema.get("$ref") {
        let name = path.as_str().unwrap().strip_prefix("#/$defs/").expect("a reference into the schema");
        return check(root, &root["$defs"][name], value, at, found);
    }
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let complaint = match keyword.as_str() {
            "$schema" | "$comment" | "$defs" | "title" | "description" | "required" | "additionalProperties" => None,
            "type" => (!has_type(rule.as_str().unwrap(), value)).then(|| format!("is not of type {rule}")),
            "const" => (value != rule).then(|| format!("is not {rule}")),
            "enum" => (!rule.as_array().unwrap().contains(value)).then(|| format!("is none of {rule}")),
            "minimum" => (value.as_f64() < rule.as_f64()).then(|| format!("is below {rule}")),
            "minItems" => {
                let least = rule.as_u64().unwrap() as usize;
                value.as_array().is_some_and(|items| items.len() < least).then(|| format!("has less than {rule} items"))
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, item, &format!("{at}/{number}"), found);
                }
                None
            }
            "oneOf" => {
                let fits = |rule: &&Value| {
                    let mut inner = Vec::new();
                    check(root, rule, value, at, &mut inner);
                    inner.is_empty()
                };
                let fitting = rule.as_array().unwrap().iter().filter(fits).count();
                (fitting != 1).then(|| format!("fits {fitting} alternatives: {value}"))
            }
            "properties" => None,
            other => Some(format!("the keyword {other} is not known")),
        };
        found.extend(complaint.map(|complaint| format!("{at} {complaint}")));
    }
    let Some(members) = value.as_object() else { return };
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !members.contains_key(name.as_str().unwrap()) {
            found.push(format!("{at} lacks {name}"));
        }
    }
    for (name, member) in members {
        let at = format!("{at}/{name}");
        match (schema.get("properties").and_then(|known| known.get(name)), schema.get("additionalProperties")) {
            (Some(rule), _) => check(root, rule, member, &at, found),
            (None, Some(Value::Bool(false))) => found.push(format!("{at} is not expected")),
            (None, Some(rule @ Value::Object(_))) => check(root, rule, member, &at, found),
            (None, _) => {}
        }
    }
}

fn has_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        other => panic!("the type {other} is not known"),
    }
}

#[test]
fn schemas_can_be_violated() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"oneOf": [{"const": 1}, {"const": 2}]}},
        "additionalProperties": false,
        "$defs": {"a": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1}},
    });
    let wrong = |value: Value| complaints(&schema, &value).len();
    assert_eq!(wrong(serde_json::json!({"a": [1], "b": 2})), 0);
    for value in
        ["{}", r#"{"a": 1}"#, r#"{"a": []}"#, r#"{"a": [0]}"#, r#"{"a": [1], "b": 3}"#, r#"{"a": [1], "c": 1}"#]
    {
        assert_eq!(wrong(serde_json::from_str(value).unwrap()), 1, "{value}");
    }
}
