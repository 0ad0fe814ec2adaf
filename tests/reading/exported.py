"""Small tables in the shapes that tools for rating export, and that public surveys have.

Their content is invented.
"""

import json

TURK = (
    '"HITId","HITTypeId","Title","MaxAssignments","AssignmentId","WorkerId","AssignmentStatus",'
    '"WorkTimeInSeconds","LifetimeApprovalRate","Input.text","Answer.fluency"\n'
    '"3H1","3T9","Rate","2","3A1","A11","Approved","31","100% (4/4)","A cat.","4"\n'
    '"3H1","3T9","Rate","2","3A2","A22","Approved","20","100% (2/2)","A cat.","5"\n'
    '"3H2","3T9","Rate","2","3A3","A11","Approved","31","100% (4/4)","A dog.","3"\n'
    '"3H2","3T9","Rate","2","3A4","A22","Approved","24","100% (2/2)","A dog.","3"\n'
)
STUDIO = (
    "annotation_id,annotator,created_at,id,lead_time,sentiment,text,updated_at\n"
    "11,1,2026-01-02T10:00:00Z,501,4.5,Positive,Good.,2026-01-02T10:00:05Z\n"
    "12,2,2026-01-02T10:01:00Z,501,3.0,Neutral,Good.,2026-01-02T10:01:03Z\n"
    "13,1,2026-01-02T10:02:00Z,502,2.0,Negative,Bad.,2026-01-02T10:02:02Z\n"
    "14,2,2026-01-02T10:03:00Z,502,6.0,Negative,Bad.,2026-01-02T10:03:06Z\n"
)
STUDIO_STARS = (
    "annotation_id,annotator,created_at,id,lead_time,quality,text,updated_at\n"
    '11,1,2026-01-02T10:00:00Z,501,4.5,"[{""rating"": 4}]",Good.,2026-01-02T10:00:05Z\n'
    '12,2,2026-01-02T10:01:00Z,501,3.0,"[{""rating"": 5}]",Good.,2026-01-02T10:01:03Z\n'
    '13,1,2026-01-02T10:02:00Z,502,2.0,"[{""rating"": 3}]",Bad.,2026-01-02T10:02:02Z\n'
    '14,2,2026-01-02T10:03:00Z,502,6.0,"[{""rating"": 3}]",Bad.,2026-01-02T10:03:06Z\n'
)
STUDIO_MIN = json.dumps(
    [
        {"text": text, "id": task, "quality": [{"rating": rating}], "annotator": who,
         "annotation_id": number, "created_at": "2026-01-02T10:00:00Z", "lead_time": 4.5}
        for number, (task, text, who, rating) in enumerate(
            [(501, "Good.", 1, 4), (501, "Good.", 2, 5), (502, "Bad.", 1, 3), (502, "Bad.", 2, 3)]
        )
    ]
)  # fmt: skip


def studio_result(question, kind, answer):
    """One result of an annotation as Label Studio has it."""
    return {"id": "q", "from_name": question, "to_name": "text", "type": kind,
            "value": {kind: answer}}  # fmt: skip


def studio_tasks(*tasks):
    """Label Studio's whole JSON, of tasks that are lists of annotator and results; 3 skips."""
    return json.dumps(
        [
            {
                "id": number,
                "data": {"text": "Some text.", "item_id": f"r{number}"},
                "annotations": [
                    {"id": place, "completed_by": who, "was_cancelled": who == 3,
                     "result": results, "lead_time": 4.5}
                    for place, (who, results) in enumerate(task)
                ],
                "predictions": [],
            }
            for number, task in enumerate(tasks, start=501)
        ]
    )  # fmt: skip


STUDIO_TASKS = studio_tasks(
    *(
        [({"id": place, "email": f"{who}@x.org"}, [studio_result("quality", "rating", rating)])
         for place, (who, rating) in enumerate(zip(("ann", "bob"), ratings, strict=True))]
        for ratings in ((4, 5), (3, 3))
    )
)  # fmt: skip
ARGILLA = "\n".join(
    json.dumps(
        {"id": name, "status": "completed", "text": "Some text.", "quality.responses": values,
         "quality.responses.users": ["u-ann", "u-bob"],
         "quality.responses.status": ["submitted", "submitted"]}
    )
    for name, values in (("r1", [4, 5]), ("r2", [3, 3]))
)  # fmt: skip
POTATO = (
    "user,instance_id,displayed_text,quality:::3,quality:::4,quality:::5\n"
    "ann@x.org,i1,A cat.,,4,\nbob@x.org,i1,A cat.,,,5\n"
    "ann@x.org,i2,A dog.,3,,\nbob@x.org,i2,A dog.,3,,\n"
)
QUALTRICS = (
    "StartDate,EndDate,Progress,ResponseId,Q1_1,Q1_2\n"
    '"Start Date","End Date",Progress,"Response ID","How good? - A cat.","How good? - A dog."\n'
    '"{""ImportId"":""startDate""}","{""ImportId"":""endDate""}","{""ImportId"":""progress""}",'
    '"{""ImportId"":""_recordId""}","{""ImportId"":""QID1_1""}","{""ImportId"":""QID1_2""}"\n'
    "2026-01-02 10:00:00,2026-01-02 10:02:00,100,R_1,4,3\n"
    "2026-01-02 11:00:00,2026-01-02 11:03:00,100,R_2,5,3\n"
)
FORMS = (
    "Timestamp,Email Address,A?,B?,Age\n"
    "2026/01/02 10:00:00 AM GMT+1,ann@x.org,4,3,34\n"
    "2026/01/02 11:00:00 AM GMT+1,bob@x.org,5,3,61\n"
)
MONKEY = (
    "Respondent ID,Collector ID,Start Date,End Date,IP Address,Email Address,First Name,"
    "Last Name,Custom Data 1,Good?,,Else?\n"
    ",,,,,,,,,A cat.,A dog.,Open-Ended Response\n"
    "118,40,01/02/2026 10:00:00,01/02/2026 10:05:00,1.2.3.4,,,,,4,3,Thanks\n"
    "119,40,01/02/2026 10:00:00,01/02/2026 10:05:00,1.2.3.4,,,,,5,3,\n"
)
LIME = (
    '"id","submitdate","lastpage","startlanguage","seed","G01Q01[SQ001]","G01Q01[SQ002]"\n'
    '"1","2026-01-02 10:02:00","1","en","77","4","3"\n'
    '"2","2026-01-02 11:03:00","1","en","78","5","3"\n'
)
ARGILLA_NESTED = json.dumps(
    [
        {
            "id": name,
            "fields": {"text": "Some text."},
            "responses": {
                "quality": [
                    {"value": value, "user_id": user, "status": "submitted"}
                    for user, value in zip(("u-ann", "u-bob"), values, strict=True)
                ]
                + [{"value": 1, "user_id": "u-eve", "status": "discarded"}]
            },
        }
        for name, values in (("r1", [4, 5]), ("r2", [3, 3]))
    ]
)
#: An example a line, as Prodigy writes it, of option, user and answer.
PRODIGY = "\n".join(
    json.dumps(
        {"text": f"Text {example}.", "_input_hash": example, "_task_hash": -example,
         "options": [{"id": 3, "text": "so"}], "accept": [option] if option else [],
         "answer": answer, "_timestamp": 1767348000, "_annotator_id": f"db-{user}",
         "_session_id": f"db-{user}"}
    )
    for example, user, option, answer in (
        (71, "ann", 4, "accept"), (71, "bob", 5, "accept"), (71, "eve", 0, "ignore"),
        (72, "ann", 3, "accept"), (72, "bob", 3, "accept"), (72, "eve", 5, "reject"),
    )
)  # fmt: skip
#: Name, text, items and raters by tool.
TOOLS = {
    "Mechanical Turk": ("batch.csv", TURK, ("3H1", "3H2"), ("A11", "A22")),
    "Label Studio CSV": ("project.csv", STUDIO_STARS, ("501", "502"), ("1", "2")),
    "Label Studio JSON-MIN": ("project-min.json", STUDIO_MIN, ("501", "502"), ("1", "2")),
    "Label Studio JSON": ("project.json", STUDIO_TASKS, ("501", "502"), ("ann@x.org", "bob@x.org")),
    "Argilla": ("records.jsonl", ARGILLA, ("r1", "r2"), ("u-ann", "u-bob")),
    "Argilla nested": ("nested.json", ARGILLA_NESTED, ("r1", "r2"), ("u-ann", "u-bob")),
    "Prodigy": ("prodigy.jsonl", PRODIGY, ("71", "72"), ("db-ann", "db-bob")),
    "Potato": ("annotated_instances.csv", POTATO, ("i1", "i2"), ("ann@x.org", "bob@x.org")),
    "Qualtrics": ("survey.csv", QUALTRICS, ("Q1_1", "Q1_2"), ("R_1", "R_2")),
    "Google Forms": (
        "form.csv",
        FORMS,
        ("A?", "B?"),
        ("ann@x.org", "bob@x.org"),
    ),
    "SurveyMonkey": ("survey.csv", MONKEY, ("A cat.", "A dog."), ("118", "119")),
    "LimeSurvey": ("results.csv", LIME, ("G01Q01[SQ001]", "G01Q01[SQ002]"), ("1", "2")),
}
QUALTRICS_COUNTS = (
    "Q1 - How often do you cycle?\n\n#,Answer,%,Count\n1,Never,25.00%,10\n2,Sometimes,50.00%,20\n"
    "3,Often,20.00%,8\n4,Don't know,5.00%,2\n,Total,100%,40\n\n"
    '"Q2 - Should there be more lanes, or fewer?"\n\n#,Answer,%,Count\n1,No,40.00%,16\n'
    "2,Yes,60.00%,24\n,Total,100%,40\n"
)
LIME_COUNTS = (
    '"Results"\n\n"Summary for G01Q01"\n"How often do you cycle?"\n'
    '"Answer","Count","Percentage"\n"Never (A1)","10","25.00%"\n"Sometimes (A2)","20","50.00%"\n'
    '"Often (A3)","8","20.00%"\n"No answer","2","5.00%"\n\n'
    '"Summary for G01Q02"\n"Should there be more lanes, or fewer?"\n'
    '"Answer","Count","Percentage"\n"No (N)","16","40.00%"\n"Yes (Y)","24","60.00%"\n'
    '"Arithmetic mean","1.6",""\n'
)
SIMBENCH = {
    "dataset_name": "Made",
    "group_prompt_template": "You are from {country}.",
    "group_prompt_variable_map": {"country": "Ardenia"},
    "input_template": "How often do you cycle? (A) never (B) sometimes (C) often",
    "human_answer": {"A": 0.2, "B": 0.3, "C": 0.5},
    "group_size": 10,
}
SIMBENCH_ROWS = [SIMBENCH, {**SIMBENCH, "group_prompt_variable_map": {"country": "Borland"}}]
#: Public surveys that no template shows, by name.
SURVEYS = {
    "simbench_gold.json": json.dumps(SIMBENCH_ROWS),
    "simbench_run.json": json.dumps(
        [{**each, "Response_Distribution": [0.2, 0.4, 0.4], "Model": "m"} for each in SIMBENCH_ROWS]
    ),
    "subpop_gold.csv": (
        "qkey\tattribute\tgroup\tresponses\trefusal_rate\tordinal\tquestion\toptions\n"
        "Q_W1\tAGE\t18-29\t[0.5, 0.25, 0.25]\t0.2\t[1.0, 2.0, 1.5]\tWhich?\t"
        "['Safer', 'Less safe', 'Neither', 'Refused']\n"
        "Q_W1\tSEX\tMale\t[0.2, 0.4, 0.4]\t0.0\t[1.0, 2.0, 1.5]\tWhich?\t"
        "['Safer', 'Less safe', 'Neither', 'Refused']\n"
    ),
}
