import { ViewProject } from '../support/view-project';

/** Each type that a resource can get later. */
const FIELDS = [
  'subtitle:string:80:optional',
  'slug:string:40:unique:optional',
  'note:text:default=none',
  'views:integer:default=0',
  'size:bigint:optional',
  'weight:float:default=1.5',
  'price:decimal:10:2:default=9.50',
  'done:boolean',
  'seen:boolean:optional',
  'due:date:optional',
  'opens:time:default=09:30',
  'starts:datetime:default=now',
  'status:enum:draft:in-review:default=draft',
  'email:email:optional',
  'site:url:optional',
  'key:uuid:optional',
  'data:json:optional',
  'editor:references:users:optional',
  'parent:references:posts:optional',
  'pin:string:4:secret:optional',
];

async function posts(...fields: string[]): Promise<ViewProject> {
  const project = await (await ViewProject.with()).makeResource('posts', { fields });
  project.messages.length = 0;
  return project;
}

describe('add-field', () => {
  for (const field of FIELDS) {
    it(`makes of ${field} what make-resource makes of it`, async () => {
      const start = ['title:string:120', 'author:references:users'];
      const project = await (await posts(...start)).addField('posts', [field]);
      const whole = await posts(...start, field);
      expect(project.files).toEqual(whole.files);
      expect(project.warnings).toEqual([]);
    });
  }
});
